// Brings the English texts of how the engine thinks and of questions along with the pages of Analyse.

import { addEnglish } from "./catalogue";
import { assistant } from "./en-assistant";
import { thinking } from "./en-thinking";

addEnglish({ ...thinking, ...assistant });
