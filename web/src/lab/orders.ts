// What a tournament to be begun looks like: presets, numbers of games, randomness for all.

import { parsePlayer, withOption } from "../game/players";

export type Format = "round-robin" | "gauntlet" | "matrix";

/** A tournament in the form. */
export interface Draft {
  readonly players: readonly string[];
  readonly format: Format;
  /** Of each pair. */
  readonly games: number;
  /** In percent, for all who know it; empty for none. */
  readonly noise: string;
}

export const PRESETS = {
  beatsMe: {
    players: ["level:5", "level:3", "level:4", "level:6", "level:7", "level:8", "level:10"],
    format: "gauntlet",
    games: 20,
    noise: "",
  },
  ancestors: { players: ["nea", "client-hard", "om-expert", "agent", "scout"], format: "round-robin", games: 10, noise: "5" },
  levels: {
    players: [1, 2, 3, 4, 5, 6, 7, 8].map((level) => `level:${level}`),
    format: "round-robin",
    games: 10,
    noise: "",
  },
  change: { players: ["om-novice", "om-novice:mobility=0"], format: "round-robin", games: 100, noise: "5" },
} as const satisfies Record<string, Draft>;

export type Preset = keyof typeof PRESETS;

/** Finds a preset by its name. */
export function presetOf(name: string | null): Preset | null {
  return name !== null && Object.hasOwn(PRESETS, name) ? (name as Preset) : null;
}

/** Counts the pairs that meet. */
export function pairs(format: Format, players: number): number {
  if (format === "gauntlet") return Math.max(0, players - 1);
  return format === "matrix" ? players * players : (players * (players - 1)) / 2;
}

/** Counts all games. */
export function total({ format, games, players }: Draft): number {
  return pairs(format, players.length) * games;
}

/** Gives all players randomness who know it and have none of their own. */
export function withNoise(players: readonly string[], noise: string, knows: (id: string) => boolean): string[] {
  if (noise.trim() === "" || Number(noise) === 0) return [...players];
  return players.map((text) => {
    const { id, options } = parsePlayer(text);
    return knows(id) && !options.has("noise") ? withOption(text, "noise", noise.trim()) : text;
  });
}

/** Writes the name of a file so that players can refer to it. */
export function plainName(name: string): string {
  const plain = [...name.normalize("NFC")].map((letter) => (/[\p{L}\p{N}._ -]/u.test(letter) ? letter : "-")).join("");
  const [stem, end] = [plain.replace(/\.[^.]*$/, ""), /\.[^.]*$/.exec(plain)?.[0] ?? ""];
  const cut = [...stem].slice(0, 60 - end.length).join("") + end;
  return cut.replace(/^[^\p{L}\p{N}]+/u, "").trim() || "file";
}

/** Writes a time for people: a number and which unit it has. */
export function roughly(seconds: number): { readonly unit: "labSeconds" | "labMinutes" | "labHours"; readonly n: string } {
  if (seconds < 90) return { unit: "labSeconds", n: String(Math.max(1, Math.round(seconds))) };
  if (seconds < 5400) return { unit: "labMinutes", n: String(Math.round(seconds / 60)) };
  return { unit: "labHours", n: (seconds / 3600).toFixed(1) };
}
