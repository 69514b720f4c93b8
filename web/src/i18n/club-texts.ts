// Brings the English texts of tournaments between people along with their pages.

import { addEnglish } from "./catalogue";
import { club } from "./en-club";

addEnglish(club);
