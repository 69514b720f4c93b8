// Start positions that can be chosen by name. A handicap gives black corners.

export const STARTS = ["standard", "balanced", "handicap1", "handicap2", "handicap4", "custom"] as const;
export type Start = (typeof STARTS)[number];

/** The standard start: 64 squares, then the side to move. */
export const START = "---------------------------OX------XO---------------------------X";
const CORNERS = [0, 63, 7, 56];

/** Returns the board of a start; nothing for the standard one and for openings, which the server has. `custom` is what the user wrote. */
export function startText(start: Start, custom: string): string | undefined {
  if (start === "standard" || start === "balanced") return undefined;
  if (start === "custom") return custom.trim();
  const corners = CORNERS.slice(0, Number(start.slice(-1)));
  // Black has the corners, so white begins.
  const squares = [...START.slice(0, 64)].map((square, index) => (corners.includes(index) ? "X" : square));
  return `${squares.join("")}O`;
}
