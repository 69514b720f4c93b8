// Brings the English texts about ratings and people along with the pages that say them.

import { addEnglish } from "./catalogue";
import { person } from "./en-person";

addEnglish(person);
