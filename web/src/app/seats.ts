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

const INVITED = "outflank.invited";

/** Keeps an invitation that this browser was sent, until the seat is taken. */
export function keepInvited(keep: Keep, game: number, invitation: string): void {
  try {
    keep.setItem(INVITED, JSON.stringify({ game, invitation }));
  } catch {
    // The link can be opened again.
  }
}

/** Returns the invitation to a game that this browser was sent last. */
export function invitedTo(keep: Keep, game: number): string | null {
  try {
    const kept = JSON.parse(keep.getItem(INVITED) ?? "{}") as { game?: unknown; invitation?: unknown };
    return kept.game === game && typeof kept.invitation === "string" ? kept.invitation : null;
  } catch {
    return null;
  }
}

const HIDDEN = "outflank.hidden";

/** Returns the games between people that somebody removed from their list here; the other one may still have them. */
export function hiddenGames(keep: Keep): readonly number[] {
  try {
    const kept: unknown = JSON.parse(keep.getItem(HIDDEN) ?? "[]");
    return Array.isArray(kept) ? kept.filter((id) => typeof id === "number") : [];
  } catch {
    return [];
  }
}

/** Removes a game from the list here. */
export function hideGame(keep: Keep, game: number): void {
  try {
    keep.setItem(HIDDEN, JSON.stringify([...hiddenGames(keep).filter((id) => id !== game), game]));
  } catch {
    // It is listed again.
  }
}
