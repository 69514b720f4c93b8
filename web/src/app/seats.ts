// The keys of the seats this browser plays in games by invitation.

const KEY = "outflank.seats";

type Keep = Pick<Storage, "getItem" | "setItem">;

/** Returns the key of one's seat in a game, or `null` in a game that needs none. */
export function seatKey(keep: Keep, game: number): string | null {
  const key = all(keep)[String(game)];
  return typeof key === "string" ? key : null;
}

/** Keeps the key of one's seat. */
export function keepSeat(keep: Keep, game: number, key: string): void {
  try {
    keep.setItem(KEY, JSON.stringify({ ...all(keep), [String(game)]: key }));
  } catch {
    // The seat can be taken again by its link.
  }
}

function all(keep: Keep): Record<string, unknown> {
  try {
    const stored: unknown = JSON.parse(keep.getItem(KEY) ?? "{}");
    return typeof stored === "object" && stored !== null ? (stored as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

const INVITATIONS = "outflank.invitations";

/** Keeps the key that the other person needs. */
export function keepInvitation(keep: Keep, game: number, key: string): void {
  try {
    const stored: unknown = JSON.parse(keep.getItem(INVITATIONS) ?? "{}");
    const known = typeof stored === "object" && stored !== null ? stored : {};
    keep.setItem(INVITATIONS, JSON.stringify({ ...known, [String(game)]: key }));
  } catch {
    // The link is lost with the page; a rematch makes a new one.
  }
}

/** Returns the key that the other person needs, or `null` if this browser has none to give. */
export function invitationOf(keep: Keep, game: number): string | null {
  try {
    const key = (JSON.parse(keep.getItem(INVITATIONS) ?? "{}") as Record<string, unknown>)[String(game)];
    return typeof key === "string" ? key : null;
  } catch {
    return null;
  }
}
