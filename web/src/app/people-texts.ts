// The texts of accounts, which only servers for many people need: they are loaded with the pages that say them.

import { people as en } from "../i18n/en-people";
import { people as ja } from "../i18n/ja-people";
import { preferences } from "./preferences.svelte";

export type PeopleKey = keyof typeof en;

const texts: Record<string, Record<PeopleKey, string>> = { en, ja };

/** Returns a text about accounts in the language in use; `{name}` is somebody's name. */
export const tp = (key: PeopleKey, name = ""): string => (texts[preferences.locale] ?? en)[key].replace("{name}", name);
