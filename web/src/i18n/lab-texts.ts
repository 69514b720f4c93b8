// Brings the English texts of the laboratory along with its pages.

import { addEnglish } from "./catalogue";
import { lab } from "./en-lab";

addEnglish(lab);
