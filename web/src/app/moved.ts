// Where pages were before, and short addresses.

/** Addresses that pages had before: links and bookmarks go on working. What follows `?` is kept. */
const MOVED: readonly { readonly path: string; readonly to: string }[] = [
  { path: "/analysis", to: "/analyse" },
  { path: "/review", to: "/analyse/review" },
  { path: "/review/:game", to: "/analyse/review" },
  { path: "/explorer", to: "/analyse/explorer" },
  { path: "/thinking", to: "/analyse/thinking" },
  { path: "/assistant", to: "/analyse/ask" },
  { path: "/editor", to: "/analyse/setup" },
  { path: "/minimax", to: "/analyse/minimax" },
  { path: "/s/:study", to: "/analyse/review" },
];

const partsOf = (path: string) => path.split("/").filter((part) => part !== "");

/** Finds where a page has moved to; a named part of its old address becomes a value of the new one. */
export function movedTo(path: string, query: string): string | null {
  const given = partsOf(path);
  for (const { path: old, to } of MOVED) {
    const wanted = partsOf(old);
    if (wanted.length !== given.length || wanted[0] !== given[0]) continue;
    const more = new URLSearchParams(query);
    if (wanted[1] && !(wanted[1] === ":study" ? /^\w{1,40}$/ : /^\d{1,15}$/).test(given[1]!)) continue;
    if (wanted[1]) more.set(wanted[1].slice(1), given[1]!);
    return more.size > 0 ? `${to}?${more}` : to;
  }
  return null;
}
