// Squares as numbers: 0 is a1, 7 is h1, 63 is h8. Nothing here knows the rules of the game.

export const SIZE = 8;
export const SQUARES = SIZE * SIZE;
const FILES = "abcdefgh";

/** Returns the name of a square, such as `f5`. */
export function squareName(index: number): string {
  return `${FILES[index % SIZE] ?? "?"}${Math.floor(index / SIZE) + 1}`;
}

/** Returns the number of a square, or `null` if the text names none. */
export function squareIndex(name: string): number | null {
  const match = /^([a-h])([1-8])$/i.exec(name.trim());
  if (!match) return null;
  return FILES.indexOf(match[1]!.toLowerCase()) + SIZE * (Number(match[2]) - 1);
}

/** Returns how many king's steps lie between two squares. */
export function distance(from: number, to: number): number {
  const columns = Math.abs((from % SIZE) - (to % SIZE));
  const rows = Math.abs(Math.floor(from / SIZE) - Math.floor(to / SIZE));
  return Math.max(columns, rows);
}

/** Returns the direction from one square to another as signs of column and row. */
export function direction(from: number, to: number): readonly [number, number] {
  return [
    Math.sign((to % SIZE) - (from % SIZE)),
    Math.sign(Math.floor(to / SIZE) - Math.floor(from / SIZE)),
  ];
}

/** Returns the square `columns` to the right and `rows` down, held inside the board. */
export function shifted(index: number, columns: number, rows: number): number {
  const inside = (value: number) => Math.min(SIZE - 1, Math.max(0, value));
  return inside((index % SIZE) + columns) + SIZE * inside(Math.floor(index / SIZE) + rows);
}

/** Returns where a square is drawn: itself, or its opposite when the board is turned round. */
export function drawnAt(index: number, turned: boolean): number {
  return turned ? SQUARES - 1 - index : index;
}

/**
 * Returns where an arrow to a move begins: beyond the longest row of discs it turns, at the disc that outflanks them. Of
 * rows as long the first is taken; `null` if nothing is turned.
 */
export function outflanker(move: number, flips: readonly number[]): number | null {
  const rows = new Map<string, number>();
  for (const square of flips) {
    const key = direction(move, square).join();
    rows.set(key, Math.max(rows.get(key) ?? 0, distance(move, square)));
  }
  const [longest] = [...rows].sort((one, other) => other[1] - one[1]);
  if (!longest) return null;
  const [columns, down] = longest[0].split(",").map(Number) as [number, number];
  return shifted(move, columns * (longest[1] + 1), down * (longest[1] + 1));
}
