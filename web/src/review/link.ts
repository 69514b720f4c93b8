// A link that carries a whole game.

export interface Linked {
  /** The game in any format; moves in general. */
  readonly text: string;
  readonly black: string;
  readonly white: string;
  /** The position that is looked at; `null` for the end of the game. */
  readonly at: number | null;
}

/** Writes a link without the name of the server. */
export function toLink({ text, black, white, at }: Linked): string {
  const query = new URLSearchParams({ moves: text });
  if (black) query.set("black", black);
  if (white) query.set("white", white);
  if (at !== null) query.set("at", String(at));
  return `/analyse/review?${query}`;
}

/** Reads what follows `?`; `null` if it carries no game. */
export function fromLink(query: URLSearchParams): Linked | null {
  const text = query.get("moves");
  if (!text) return null;
  const at = query.get("at") ?? "";
  return { text, black: query.get("black") ?? "", white: query.get("white") ?? "", at: /^\d{1,3}$/.test(at) ? Number(at) : null };
}
