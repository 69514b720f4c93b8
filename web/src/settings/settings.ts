// What a user can set, with its defaults, and how it is kept between visits. Pure: storage comes from outside.

import type { Animation } from "../board/options";
import { isLocale, type Locale } from "../i18n/catalogue";
import { BOARD_THEMES, COLOR_NAMES, isColor, type BoardColors } from "./colors";

export const SCHEMES = ["auto", "dark", "light"] as const;
export const DISC_SIZES = ["small", "large"] as const;
export const MARK_SIZES = ["thin", "medium", "thick"] as const;
export const DRAWINGS = ["2d", "3d"] as const;
export const SPEEDS = ["off", "slow", "normal", "fast"] as const;
/** Who thinks where there is a server: it, this device, or whoever is better placed. */
export const THINKERS = ["auto", "device", "server"] as const;
export const ANSWERS = ["atOnce", "quick", "normal", "slow"] as const;

export interface Settings {
  readonly locale: Locale | "auto";
  readonly scheme: (typeof SCHEMES)[number];
  readonly colors: BoardColors;
  readonly discSize: (typeof DISC_SIZES)[number];
  /** How the board of a game is drawn. */
  readonly drawing: (typeof DRAWINGS)[number];
  readonly animation: (typeof SPEEDS)[number];
  readonly coordinates: boolean;
  readonly legalMoves: boolean;
  readonly lastMove: boolean;
  /** How thick the outline of the last move is, and its colour. */
  readonly lastSize: (typeof MARK_SIZES)[number];
  readonly lastColor: string;
  readonly grid: boolean;
  /** Whether the bars of discs and moves are shown. */
  readonly meters: boolean;
  readonly preview: boolean;
  readonly moveNumbers: boolean;
  readonly passButton: boolean;
  /** How long the computer waits with its answer once the discs have turned. */
  readonly answer: (typeof ANSWERS)[number];
  /** Whether a move is made by a second tap. */
  readonly confirmMoves: boolean;
  /** Whether the next move can be chosen during the opponent's turn. */
  readonly premoves: boolean;
  /** Whether the computer thinks while it is one's own turn. */
  readonly pondering: boolean;
  /** Who analyses, reviews and gives hints. */
  readonly thinker: (typeof THINKERS)[number];
  /** Whether the server is told what this device finds in a review. */
  readonly shareFindings: boolean;
  readonly sounds: boolean;
  /** Whether the browser tells that it is one's turn in a game with somebody elsewhere. */
  readonly notifications: boolean;
  /** Whether one talks with opponents elsewhere. */
  readonly chat: boolean;
  /** Whether games stay when they are over. */
  readonly saveGames: boolean;
  readonly playerName: string;
}

export const DEFAULTS: Settings = {
  locale: "auto",
  scheme: "auto",
  colors: BOARD_THEMES.forest,
  discSize: "large",
  drawing: "2d",
  animation: "normal",
  coordinates: true,
  legalMoves: true,
  lastMove: true,
  lastSize: "medium",
  lastColor: "#ffd34d",
  grid: true,
  meters: true,
  preview: true,
  moveNumbers: false,
  passButton: false,
  answer: "normal",
  confirmMoves: false,
  premoves: false,
  pondering: false,
  thinker: "auto",
  shareFindings: false,
  sounds: false,
  notifications: false,
  chat: true,
  saveGames: true,
  playerName: "",
};

/** The longest name a player can have. */
export const NAME_LIMIT = 40;

/** How long a disc takes to turn over, and how much later the next one starts, in milliseconds. */
export const TIMING: Record<Settings["animation"], Animation> = {
  off: { turn: 0, step: 0 },
  slow: { turn: 520, step: 130 },
  normal: { turn: 280, step: 60 },
  fast: { turn: 150, step: 25 },
};

const KEY = "outflank.settings";

/** Where settings are kept; `localStorage` in a browser. */
export type Keep = Pick<Storage, "getItem" | "setItem">;

/** Reads the settings. What is missing or damaged is replaced by its default. */
export function load(keep: Keep): Settings {
  try {
    return understood(JSON.parse(keep.getItem(KEY) ?? "{}"));
  } catch {
    return DEFAULTS;
  }
}

/** Keeps the settings. A browser that refuses (private mode, full) just forgets them. */
export function save(keep: Keep, settings: Settings): void {
  try {
    keep.setItem(KEY, JSON.stringify(settings));
  } catch {
    // Nothing is lost but convenience.
  }
}

function understood(stored: unknown): Settings {
  const given = (typeof stored === "object" && stored !== null ? stored : {}) as Record<string, unknown>;
  const one = <T extends string>(value: unknown, of: readonly T[], fallback: T): T =>
    of.includes(value as T) ? (value as T) : fallback;
  const flag = (name: keyof Settings) =>
    typeof given[name] === "boolean" ? (given[name] as boolean) : (DEFAULTS[name] as boolean);
  const name = given["playerName"];
  return {
    locale: isLocale(given["locale"]) ? given["locale"] : "auto",
    scheme: one(given["scheme"], SCHEMES, DEFAULTS.scheme),
    colors: understoodColors(given["colors"]),
    discSize: one(given["discSize"], DISC_SIZES, DEFAULTS.discSize),
    drawing: one(given["drawing"], DRAWINGS, DEFAULTS.drawing),
    animation: one(given["animation"], SPEEDS, DEFAULTS.animation),
    coordinates: flag("coordinates"),
    legalMoves: flag("legalMoves"),
    lastMove: flag("lastMove"),
    lastSize: one(given["lastSize"], MARK_SIZES, DEFAULTS.lastSize),
    lastColor: isColor(given["lastColor"]) ? given["lastColor"] : DEFAULTS.lastColor,
    grid: flag("grid"),
    meters: flag("meters"),
    preview: flag("preview"),
    moveNumbers: flag("moveNumbers"),
    passButton: flag("passButton"),
    answer: one(given["answer"], ANSWERS, DEFAULTS.answer),
    confirmMoves: flag("confirmMoves"),
    premoves: flag("premoves"),
    pondering: flag("pondering"),
    thinker: one(given["thinker"], THINKERS, DEFAULTS.thinker),
    shareFindings: flag("shareFindings"),
    sounds: flag("sounds"),
    notifications: flag("notifications"),
    chat: flag("chat"),
    saveGames: flag("saveGames"),
    playerName: typeof name === "string" ? name.slice(0, NAME_LIMIT) : "",
  };
}

function understoodColors(stored: unknown): BoardColors {
  const given = (typeof stored === "object" && stored !== null ? stored : {}) as Record<string, unknown>;
  const pairs = COLOR_NAMES.map((name) => [name, isColor(given[name]) ? given[name] : DEFAULTS.colors[name]]);
  return Object.fromEntries(pairs) as unknown as BoardColors;
}
