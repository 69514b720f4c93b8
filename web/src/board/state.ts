// What lies on the board, and what has to move when it changes. State only; Board.svelte draws it.

import { SQUARES, direction, distance } from "./geometry";

export type Side = "black" | "white";
export type Disc = Side | null;

/** A disc that appears, turns over or leaves, and when: `step` counts squares away from the move. */
export interface Change {
  readonly square: number;
  readonly kind: "place" | "flip" | "remove";
  readonly step: number;
  /** The axis a disc turns about, as the signs of column and row. */
  readonly axis: readonly [number, number];
}

/** Reads the first 64 characters of a board text: `X` or `*` black, `O` white, anything else empty. */
export function parseDiscs(text: string): Disc[] {
  return Array.from({ length: SQUARES }, (_, square) => {
    const character = text[square] ?? "-";
    if ("Xx*".includes(character)) return "black";
    return "Oo".includes(character) ? "white" : null;
  });
}

/** Reads the side to move, the last character of a board text. */
export function sideOf(text: string): Side {
  return "Oo".includes(text[SQUARES] ?? "-") ? "white" : "black";
}

/** Writes a board text of 65 characters. */
export function boardText(discs: readonly Disc[], side: Side): string {
  const letter = (disc: Disc) => (disc === "black" ? "X" : disc === "white" ? "O" : "-");
  return discs.map(letter).join("") + letter(side);
}

/** Counts the discs of a side. */
export function count(discs: readonly Disc[], side: Side): number {
  return discs.filter((disc) => disc === side).length;
}

/** Returns the opponent. */
export function other(side: Side): Side {
  return side === "black" ? "white" : "black";
}

/**
 * Compares two boards. Discs turn over in order, from the square of the move outward; without a move all at
 * once.
 */
export function changes(before: readonly Disc[], after: readonly Disc[], move: number | null): Change[] {
  const found: Change[] = [];
  for (let square = 0; square < SQUARES; square += 1) {
    const [old, now] = [before[square] ?? null, after[square] ?? null];
    if (old === now) continue;
    const kind = old === null ? "place" : now === null ? "remove" : "flip";
    const step = move === null || kind !== "flip" ? 0 : distance(move, square);
    const [columns, rows] = move === null ? [1, 0] : direction(move, square);
    // A disc turns about the line across its direction.
    found.push({ square, kind, step, axis: columns === 0 && rows === 0 ? [0, 1] : [-rows, columns] });
  }
  return found.sort((a, b) => a.step - b.step || a.square - b.square);
}

/** How many squares apart a forward step of the game may be before it is a jump, drawn without turning. */
const JUMP = 24;

/** Tells whether a difference looks like a single move: at most one disc new, none gone, not too many turned. */
export function isOneMove(found: readonly Change[]): boolean {
  const counted = (kind: Change["kind"]) => found.filter((change) => change.kind === kind).length;
  return counted("place") <= 1 && counted("remove") <= 1 && counted("flip") <= JUMP;
}
