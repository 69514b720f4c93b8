// Changing a board by hand. Pure; what is a sound position is asked of the server.

import { SIZE, SQUARES } from "./geometry";
import { other, parseDiscs, type Disc } from "./state";

export const BRUSHES = ["cycle", "black", "white", "erase", "flip"] as const;
export type Brush = (typeof BRUSHES)[number];

/** Applies a brush to a square. */
export function painted(discs: readonly Disc[], square: number, brush: Brush): Disc[] {
  const old = discs[square] ?? null;
  const next: Record<Brush, Disc> = {
    cycle: old === null ? "black" : old === "black" ? "white" : null,
    black: "black",
    white: "white",
    erase: null,
    flip: old === null ? null : other(old),
  };
  return discs.map((disc, at) => (at === square ? next[brush] : disc));
}

/** Mirrors a board left to right. */
export function mirrored(discs: readonly Disc[]): Disc[] {
  return arranged(discs, (column, row) => [SIZE - 1 - column, row]);
}

/** Turns a board a quarter clockwise. */
export function rotated(discs: readonly Disc[]): Disc[] {
  return arranged(discs, (column, row) => [row, SIZE - 1 - column]);
}

/** Exchanges the colours. */
export function swapped(discs: readonly Disc[]): Disc[] {
  return discs.map((disc) => (disc === null ? null : other(disc)));
}

/** Returns an empty board. */
export function cleared(): Disc[] {
  return parseDiscs("");
}

function arranged(discs: readonly Disc[], from: (column: number, row: number) => readonly [number, number]): Disc[] {
  return Array.from({ length: SQUARES }, (_, square) => {
    const [column, row] = from(square % SIZE, Math.floor(square / SIZE));
    return discs[row * SIZE + column] ?? null;
  });
}
