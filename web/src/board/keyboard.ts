// Which key does what while the board has the keyboard, and which always. Arrows, Home and End alone belong to the game:
// they step through it wherever the keyboard is. On the board they need Shift, unless there is no game to step through.

import { shifted } from "./geometry";

export type BoardKey =
  | { readonly act: "move"; readonly to: number }
  | { readonly act: "place" }
  | { readonly act: "leave" };

const ARROWS: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  Home: [-7, 0],
  End: [7, 0],
  PageUp: [0, -7],
  PageDown: [0, 7],
};

const LETTERS: Record<string, readonly [number, number]> = {
  a: [-1, 0],
  d: [1, 0],
  w: [0, -1],
  s: [0, 1],
};

/** Says what a key does on the focused board, with arrows of its own or not; `null` if it is not for the board. */
export function boardKey(key: string, cursor: number, turned: boolean, arrows: boolean): BoardKey | null {
  if (key === "Enter" || key === " ") return { act: "place" };
  if (key === "Escape") return { act: "leave" };
  const step = (arrows ? ARROWS[key] : undefined) ?? LETTERS[key.toLowerCase()];
  return step ? { act: "move", to: moved(cursor, step, turned) } : null;
}

/** Says where W, A, S and D move the cursor, wherever the keyboard is; `null` for other keys. */
export function cursorKey(key: string, cursor: number, turned: boolean): number | null {
  const step = LETTERS[key.toLowerCase()];
  return step ? moved(cursor, step, turned) : null;
}

function moved(cursor: number, [columns, rows]: readonly [number, number], turned: boolean): number {
  return turned ? shifted(cursor, -columns, -rows) : shifted(cursor, columns, rows);
}
