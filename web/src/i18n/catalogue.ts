// All texts of the pages, by key and language. A text may hold {names} of values; a text for counted things has a
// form for one and a form for the rest.

import { en } from "./en";
import { ja } from "./ja";
import type { Message } from "./message";

export type { Message } from "./message";

export type MessageKey = keyof typeof en;
export type Catalogue = Record<MessageKey, Message>;
export type Values = Record<string, string | number>;

export const CATALOGUES = { en, ja } as const satisfies Record<string, Catalogue>;
export type Locale = keyof typeof CATALOGUES;
export const LOCALES = Object.keys(CATALOGUES) as Locale[];

/** Tells whether there is a catalogue for a language. */
export function isLocale(value: unknown): value is Locale {
  return LOCALES.includes(value as Locale);
}

/** Picks the first language of a list, such as `["ja-JP", "en"]`, that has a catalogue. */
export function preferred(languages: readonly string[]): Locale {
  const found = languages.map((language) => language.split("-")[0]?.toLowerCase()).find(isLocale);
  return found ?? "en";
}

/** Writes a text. `n`, if given, decides between the form for one and the form for the rest. */
export function translate(locale: Locale, key: MessageKey, values: Values = {}): string {
  const message: Message = CATALOGUES[locale][key];
  const text = typeof message === "string" ? message : message[Number(values["n"]) === 1 ? "one" : "other"];
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

/** Writes a score in discs: always with a sign, and with a real minus. */
export function signed(score: number): string {
  return score > 0 ? `+${score}` : score < 0 ? `−${-score}` : "0";
}
