// Brings the English texts of puzzles along with their pages.

import { addEnglish } from "./catalogue";
import { puzzles } from "./en-puzzles";

addEnglish(puzzles);
