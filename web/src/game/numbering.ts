// Moves are numbered as people count them: passes have no number.

/** Returns the number of each ply's move; `null` for a pass. */
export function moveNumbers(plies: readonly { readonly move: string }[]): (number | null)[] {
  let placed = 0;
  return plies.map(({ move }) => (move === "pass" ? null : (placed += 1)));
}

/** Returns how many discs have been placed by the first plies. */
export function movesMade(plies: readonly { readonly move: string }[], at: number): number {
  return plies.slice(0, at).filter(({ move }) => move !== "pass").length;
}
