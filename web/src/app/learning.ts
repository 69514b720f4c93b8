// What the pages of Learn share: their texts, which are loaded with them, and what they ask of the server.

import type { Schemas } from "../api/types";
import { signed, write, type Message, type Values } from "../i18n/catalogue";
import { learning as en } from "../i18n/en-learning";
import { learning as ja } from "../i18n/ja-learning";
import { playerName } from "./players";
import { preferences, t } from "./preferences.svelte";
import { api } from "./server";

export type LearningKey = keyof typeof en;
export type CardView = Schemas["CardView"];
export type LearnView = Schemas["LearnView"];
export type LessonPlanView = Schemas["LessonPlanView"];
export type LessonStepView = Schemas["LessonStepView"];
export type ProgressView = Schemas["ProgressView"];
export type RepertoireView = Schemas["RepertoireView"];
export type NamedOpening = Schemas["OpeningView"];
export type TrainingView = Schemas["TrainingView"];

export const LEARNING_TEXTS: Record<"en" | "ja", Record<LearningKey, Message>> = { en, ja };

/** Returns a text of the pages of Learn in the language in use. */
export const tw = (key: LearningKey, values: Values = {}): string => write(LEARNING_TEXTS[preferences.locale][key], values);

/** Returns a text of a lesson in the language in use. */
export const said = (text: { readonly en: string; readonly ja: string }, values: Values = {}): string => write(text[preferences.locale], values);

const HOUR = "outflank.dayBegins";

/** Returns the hour at which a day of learning begins. */
export function dayHour(): number {
  const hour = Number(localStorage.getItem(HOUR) ?? "4");
  return Number.isInteger(hour) && hour >= 0 && hour < 24 ? hour : 4;
}

export const setDayHour = (hour: number): void => localStorage.setItem(HOUR, String(hour));

/** Where days begin here: the server keeps moments, not days. */
const day = () => ({ offset: -new Date().getTimezoneOffset(), hour: dayHour() });

export const today = () => api.request("get", "/api/learn", { query: day() });
export const lesson = (name: string) => api.request("get", "/api/learn/lessons/{name}", { at: { name } });
export const lessonDone = (name: string, steps: number) =>
  api.request("put", "/api/learn/lessons/{name}", { at: { name }, body: { steps } });
export const dueCards = () => api.request("get", "/api/learn/cards", { query: day() });
export const answerCard = (id: number, body: Schemas["AnswerWish"]) =>
  api.request("post", "/api/learn/cards/{id}/answer", { at: { id }, query: day(), body });
export const cardHint = (id: number) => api.request("get", "/api/learn/cards/{id}/hint", { at: { id } });
export const forgetCard = (id: number) => api.request("delete", "/api/learn/cards/{id}", { at: { id } });
export const progress = () => api.request("get", "/api/learn/progress");
export const findOpenings = (find: string) => api.request("get", "/api/learn/openings", { query: { find } });
export const makeRepertoire = (body: Schemas["RepertoireWish"]) => api.request("post", "/api/learn/repertoires", { body });
export const repertoire = (id: number) => api.request("get", "/api/learn/repertoires/{id}", { at: { id } });
export const removeRepertoire = (id: number) => api.request("delete", "/api/learn/repertoires/{id}", { at: { id } });
export const train = (id: number, body: Schemas["TrainingWish"]) =>
  api.request("post", "/api/learn/repertoires/{id}/step", { at: { id }, query: day(), body });

/** Names an opponent of a reviewed game: a computer player, or somebody by name. */
export function opponentName(opponent: string): string {
  return opponent === "" ? t("white") : /^[a-z-]+(:|$)/.test(opponent) ? playerName(opponent) : opponent;
}

/** Names an opening in the language in use; empty if it has no name. */
export function openingName(opening: Schemas["OpeningView"] | null | undefined): string {
  if (!opening) return "";
  return (preferences.locale === "ja" ? opening.ja : opening.en) ?? opening.en ?? opening.ja ?? "";
}

export { signed };
