// All texts of the pages, by key and language. A text may hold {names} of values. What depends on a count has forms for
// one and for the rest, and if wished for none: {discs|# disc|# discs}, {moves|no moves|# move|# moves}; # is the count.
// A text that differs as a whole is { one, other }, chosen by the value n; of several ways to say something the value `way`
// chooses. What depends on who is spoken to has a form for somebody else and one for "you": {side~gets~get}; the value `you`
// names whose place the reader has.

import { en } from "./en";
import type { assistant } from "./en-assistant";
import type { book } from "./en-book";
import type { club } from "./en-club";
import type { ending } from "./en-ending";
import type { lab } from "./en-lab";
import type { library } from "./en-library";
import type { minimax } from "./en-minimax";
import type { person } from "./en-person";
import type { puzzles } from "./en-puzzles";
import type { thinking } from "./en-thinking";
import type { Message, Text } from "./message";

export type { Message } from "./message";

/** Texts of pages that few people open come with their page: see `addEnglish`. */
export type LateTexts = typeof minimax & typeof ending & typeof person & typeof club & typeof puzzles & typeof book & typeof thinking & typeof assistant & typeof lab & typeof library;
export type MessageKey = keyof typeof en | keyof LateTexts;
export type Catalogue = Record<MessageKey, Message>;
export type Values = Record<string, string | number>;

export const LOCALES = ["en", "ja"] as const;
export type Locale = (typeof LOCALES)[number];
/** What each language calls itself. */
export const LANGUAGES: Record<Locale, string> = { en: "English", ja: "日本語" };

/** The catalogues at hand. English is always there: its texts stand in until another language is loaded. */
const catalogues: { en: Partial<Catalogue> } & Partial<Record<Locale, Partial<Catalogue>>> = { en };

/** Adds the English texts of a page that has been loaded. Other languages are loaded as a whole. */
export function addEnglish(texts: Partial<LateTexts>): void {
  catalogues.en = { ...catalogues.en, ...texts };
}

let overruled: Partial<Record<Locale, Partial<Catalogue>>> = {};

/** Gives texts other words, where there is no server. */
export function overrule(texts: typeof overruled): void {
  overruled = texts;
}

/** Loads the texts of a language. */
export async function loadLocale(locale: Locale): Promise<void> {
  if (locale === "ja") catalogues.ja ??= (await import("./ja")).ja;
}

/** Tells whether there is a catalogue for a language. */
export function isLocale(value: unknown): value is Locale {
  return LOCALES.includes(value as Locale);
}

/** Picks the first language of a list, such as `["ja-JP", "en"]`, that has a catalogue. */
export function preferred(languages: readonly string[]): Locale {
  const found = languages.map((language) => language.split("-")[0]?.toLowerCase()).find(isLocale);
  return found ?? "en";
}

/** Writes a text with its values. */
export function translate(locale: Locale, key: MessageKey, values: Values = {}): string {
  return write((__SITE__ && overruled[locale]?.[key]) || ((catalogues[locale] ?? catalogues.en)[key] ?? key), values);
}

/** Writes a message with its values. */
export function write(message: Message, values: Values = {}): string {
  const text = wayOf(isCounted(message) ? message[Number(values["n"]) === 1 ? "one" : "other"] : message, values);
  return text.replace(/\{(\w+)((?:\|[^|}]*)*|~[^~}]*~[^~}]*)\}/g, (whole, name: string, forms: string) => {
    const value = values[name];
    if (value === undefined) return whole;
    if (forms === "") return String(value);
    const choices = forms.slice(1).split(forms[0]!);
    return forms[0] === "~" ? choices[values["you"] === name ? 1 : 0]! : formOf(choices, value);
  });
}

const isCounted = (message: Message): message is Exclude<Message, Text> => typeof message === "object" && "one" in message;

/** Chooses among the ways to say something. */
function wayOf(text: Text, values: Values): string {
  return typeof text === "string" ? text : (text[Number(values["way"] ?? 0) % text.length] ?? "");
}

/** Chooses among the forms [none,] one, rest of a counted thing. */
function formOf(forms: readonly string[], count: string | number): string {
  const [none, one, rest] = forms.length > 2 ? forms : [undefined, ...forms];
  const form = Number(count) === 0 ? (none ?? rest) : Number(count) === 1 ? one : rest;
  return (form ?? "").replaceAll("#", String(count));
}

/** Writes a score in discs: always with a sign, and with a real minus. */
export function signed(score: number): string {
  return score > 0 ? `+${score}` : score < 0 ? `−${-score}` : "0";
}
