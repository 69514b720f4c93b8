// Brings the English texts of the library and the explorer along with their pages.

import { addEnglish } from "./catalogue";
import { library } from "./en-library";

addEnglish(library);
