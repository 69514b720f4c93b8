// The texts of the lobby, which only servers for many people need: they are loaded with the pages that say them.

import { write, type Message, type Values } from "../i18n/catalogue";
import { lobby as en } from "../i18n/en-lobby";
import { lobby as ja } from "../i18n/ja-lobby";
import { preferences } from "./preferences.svelte";

export type LobbyKey = keyof typeof en;

export const LOBBY_TEXTS: Record<"en" | "ja", Record<LobbyKey, Message>> = { en, ja };

/** Returns a text of the lobby in the language in use. */
export const tl = (key: LobbyKey, values: Values = {}): string => write(LOBBY_TEXTS[preferences.locale][key], values);
