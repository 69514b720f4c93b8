// Brings the English texts of the card at the end of a game along with it.

import { addEnglish } from "./catalogue";
import { ending } from "./en-ending";

addEnglish(ending);
