// What is asked of the library: filters, order and page, as the address of the page carries them.

/** What is asked; an empty text asks for nothing. */
export interface LibraryQuery {
  readonly search: string;
  readonly player: string;
  readonly colour: string;
  readonly opponent: string;
  /** `human`, `level`, `level:7` ..., or `people` for games of two people. */
  readonly kind: string;
  readonly outcome: string;
  readonly since: string;
  readonly until: string;
  readonly tag: string;
  readonly opening: string;
  readonly deleted: boolean;
  readonly sort: string;
  readonly rising: boolean;
  readonly offset: number;
}

export const NOTHING: LibraryQuery = {
  search: "",
  player: "",
  colour: "",
  opponent: "",
  kind: "",
  outcome: "",
  since: "",
  until: "",
  tag: "",
  opening: "",
  deleted: false,
  sort: "key",
  rising: false,
  offset: 0,
};

/** How many games a page has. */
export const PAGE = 50;

/** What narrows the list and is not seen at once when the filters are folded. */
const FILTERS = ["player", "opponent", "kind", "outcome", "since", "until", "tag", "opening", "deleted"] as const;

/** Counts the filters that are set. */
export function filtersSet(query: LibraryQuery): number {
  return FILTERS.filter((name) => query[name] !== NOTHING[name]).length;
}

/** Reads what follows `?` in the address of the page. */
export function fromAddress(address: URLSearchParams): LibraryQuery {
  const text = (name: keyof LibraryQuery) => address.get(name) ?? String(NOTHING[name]);
  const offset = Number(address.get("offset") ?? 0);
  return {
    search: text("search"),
    player: text("player"),
    colour: text("colour"),
    opponent: text("opponent"),
    kind: text("kind"),
    outcome: text("outcome"),
    since: text("since"),
    until: text("until"),
    tag: text("tag"),
    opening: text("opening"),
    deleted: text("deleted") === "true",
    sort: text("sort"),
    rising: text("rising") === "true",
    offset: Number.isInteger(offset) && offset > 0 ? offset : 0,
  };
}

/** Writes what follows `?`: only what differs from asking for nothing. */
export function toAddress(query: LibraryQuery): string {
  const changed = Object.entries(query).filter(([name, value]) => value !== NOTHING[name as keyof LibraryQuery]);
  return new URLSearchParams(changed.map(([name, value]) => [name, String(value)])).toString();
}

/** Writes the filters as the server wants them. */
export function toServer(query: LibraryQuery): Record<string, string | boolean> {
  const { kind, colour, offset: _offset, sort: _sort, rising: _rising, ...rest } = query;
  const who: Record<string, string | boolean> = kind === "people" ? { human_human: true } : { kind };
  // A colour is that of a player.
  return { ...rest, ...who, colour: query.player.trim() === "" ? "" : colour };
}

/** Reads the key of a game: `17` or `#17`. */
export function keyOf(text: string): number | null {
  const found = /^\s*#?(\d{1,15})\s*$/.exec(text);
  return found ? Number(found[1]) : null;
}

/** Sorts by a column: anew with the order that people expect, again the other way round. */
export function sortedBy(query: LibraryQuery, sort: string): LibraryQuery {
  const byName = sort === "black" || sort === "white";
  const rising = query.sort === sort ? !query.rising : byName;
  return { ...query, sort, rising, offset: 0 };
}
