// Brings the English texts of the page about minimax along with it.

import { addEnglish } from "./catalogue";
import { minimax } from "./en-minimax";

addEnglish(minimax);
