// What the place "Analyse" looks at, as an address: a game or a position, where in it, and a variation from there. All
// tabs read and write the same, so that a position survives the change of a tab, a reload and a bookmark.

/** The tabs, in their order. The first one has the address of the place itself. */
export const TABS = ["engine", "review", "explorer", "thinking", "ask"] as const;
export type Tab = (typeof TABS)[number];

export interface Place {
  /** A game that is kept, by its number. */
  readonly game: number | null;
  /** A game of the library, by its key. */
  readonly entry: number | null;
  /** A study that stands alone, by what links call it. */
  readonly study: string;
  /** The position it begins with; empty for the usual start. */
  readonly position: string;
  /** The moves, or a whole game as text in any format. */
  readonly moves: string;
  readonly black: string;
  readonly white: string;
  /** How many plies of the game lead to what is shown; `null` if the address does not say. */
  readonly at: number | null;
  /** What was played from there instead; squares and `pass`. */
  readonly line: readonly string[];
}

export const NOWHERE: Place = { game: null, entry: null, study: "", position: "", moves: "", black: "", white: "", at: null, line: [] };

const PASS = "--";

/** Reads squares without blanks, and passes; what is neither ends the line. */
export function readLine(text: string): string[] {
  const parts = text.toLowerCase().match(/^(?:[a-h][1-8]|--)*/)?.[0].match(/../g) ?? [];
  return parts.map((part) => (part === PASS ? "pass" : part));
}

/** Writes squares and passes without blanks. */
export const writeLine = (moves: readonly string[]) => moves.map((move) => (move === "pass" ? PASS : move)).join("");

/** A board as text: 64 squares, perhaps a side to move. */
const isBoard = (text: string) => /^[-.xo*0]{64}[\sxo*0]*$/i.test(text.trim());

/** Reads what follows `?`. Older links say `text` for moves or a board. */
export function readPlace(query: URLSearchParams): Place {
  const text = query.get("text") ?? "";
  const whole = (name: string) => (/^\d{1,15}$/.test(query.get(name) ?? "") ? Number(query.get(name)) : null);
  return {
    game: whole("game"),
    entry: whole("library"),
    study: query.get("study") ?? "",
    position: query.get("position") || (isBoard(text) ? text : ""),
    moves: query.get("moves") || (isBoard(text) ? "" : text),
    black: query.get("black") ?? "",
    white: query.get("white") ?? "",
    at: whole("at"),
    line: readLine(query.get("line") ?? ""),
  };
}

/** Writes a place as an address, with what else belongs to the tab. */
export function addressOf(tab: Tab, place: Place, more: Readonly<Record<string, string>> = {}): string {
  const { game, entry, study, position, moves, black, white, at, line } = place;
  const all = { game: game ?? "", library: entry ?? "", study, position, moves, black, white, at: at ?? "", line: writeLine(line), ...more };
  const said = Object.entries(all).filter(([, value]) => value !== "");
  const query = new URLSearchParams(said.map(([name, value]) => [name, String(value)])).toString();
  return `/analyse${tab === "engine" ? "" : `/${tab}`}${query === "" ? "" : `?${query}`}`;
}

/** Tells whether a place is a game or a study that the server keeps. */
export const isKept = ({ game, entry, study }: Place) => game !== null || entry !== null || study !== "";

/** Tells whether two places lie in the same game. */
export const isSameGame = (one: Place, other: Place) =>
  one.game === other.game &&
  one.entry === other.entry &&
  one.study === other.study &&
  (isKept(one) || (one.position === other.position && one.moves === other.moves));
