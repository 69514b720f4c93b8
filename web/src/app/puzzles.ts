// What is asked about puzzles, loaded with their pages.

import type { Schemas } from "../api/types";
import { api } from "./server";

export type Puzzle = Schemas["PuzzleView"];
export type PuzzleTheme = Schemas["ThemeCountView"]["theme"];
export type Verdict = Schemas["PuzzleVerdictView"];
export type Overview = Schemas["PuzzlesView"];
export type Mode = "rated" | "theme" | "daily";

export const puzzles = {
  overview: () => api.request("get", "/api/puzzles"),
  next: (query: Readonly<Record<string, string | number>>) => api.request("get", "/api/puzzles/next", { query }),
  show: (id: string) => api.request("get", "/api/puzzles/{id}", { at: { id } }),
  attempt: (id: string, body: Schemas["PuzzleTry"]) => api.request("post", "/api/puzzles/{id}/attempts", { at: { id }, body }),
  endgame: (id: string, body: Schemas["EndgameTry"]) => api.request("post", "/api/puzzles/{id}/endgame", { at: { id }, body }),
};
