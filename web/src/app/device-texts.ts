// The texts of what happens on this device; they are loaded with the pages that say them.

import { write, type Message, type Values } from "../i18n/catalogue";
import { device as en } from "../i18n/en-device";
import { device as ja } from "../i18n/ja-device";
import { preferences } from "./preferences.svelte";

export type DeviceKey = keyof typeof en;

const TEXTS: Record<"en" | "ja", Record<DeviceKey, Message>> = { en, ja };

/** Returns a text about this device in the language in use. */
export const td = (key: DeviceKey, values: Values = {}): string => write(TEXTS[preferences.locale][key], values);
