// Brings the English texts of the opening book along with the pages that show it.

import { addEnglish } from "./catalogue";
import { book } from "./en-book";

addEnglish(book);
