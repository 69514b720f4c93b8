// Marks that people draw on the board of a study: `circle f5`, `cross f5`, `square f5`, `triangle f5`, `arrow c3 e5` and
// `label f5 A`. Pure.

import { squareIndex } from "../board/geometry";

export type BoardMark =
  | { readonly kind: "circle" | "cross" | "square" | "triangle"; readonly at: number }
  | { readonly kind: "label"; readonly at: number; readonly text: string }
  | { readonly kind: "arrow"; readonly at: number; readonly to: number };

/** Reads a mark; `null` if it is none. */
export function readMark(text: string): BoardMark | null {
  const [kind, first = "", ...rest] = text.split(" ");
  const at = squareIndex(first);
  if (at === null) return null;
  if (kind === "circle" || kind === "cross" || kind === "square" || kind === "triangle") return { kind, at };
  if (kind === "label") return { kind, at, text: rest.join(" ") };
  const to = squareIndex(rest[0] ?? "");
  return kind === "arrow" && to !== null ? { kind, at, to } : null;
}

/** Adds a mark, or takes it away if it is there. */
export function toggleMark(marks: readonly string[], mark: string): string[] {
  return marks.includes(mark) ? marks.filter((one) => one !== mark) : [...marks, mark].sort();
}
