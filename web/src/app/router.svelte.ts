// Which page is shown. Addresses are paths; the server answers all of them with the same bundle.

export type Route =
  | { readonly page: "home" }
  | { readonly page: "game"; readonly id: number }
  | { readonly page: "editor" }
  /** With a number the game that is kept, without one what the query or the user brings. */
  | { readonly page: "review"; readonly id: number | null }
  | { readonly page: "analysis" }
  | { readonly page: "thinking" }
  | { readonly page: "assistant" }
  | { readonly page: "settings" }
  | { readonly page: "help" }
  | { readonly page: "about" }
  | { readonly page: "players" }
  | { readonly page: "player"; readonly id: string }
  | { readonly page: "library" }
  | { readonly page: "library-game"; readonly key: number }
  | { readonly page: "explorer" }
  | { readonly page: "lab" }
  | { readonly page: "tournament"; readonly id: string }
  | { readonly page: "unknown" };

/** Reads a path. */
export function routeOf(path: string): Route {
  const parts = path.split("/").filter((part) => part !== "");
  if (parts.length === 0) return { page: "home" };
  if (parts.length === 2 && parts[0] === "game" && /^\d{1,15}$/.test(parts[1]!)) {
    return { page: "game", id: Number(parts[1]) };
  }
  if (parts.length === 2 && parts[0] === "library" && /^\d{1,15}$/.test(parts[1]!)) {
    return { page: "library-game", key: Number(parts[1]) };
  }
  if (parts[0] === "review" && (parts.length === 1 || (parts.length === 2 && /^\d{1,15}$/.test(parts[1]!)))) {
    return { page: "review", id: parts.length === 2 ? Number(parts[1]) : null };
  }
  const page = parts[0];
  if (parts.length === 2 && (page === "players" || page === "lab")) {
    const id = decoded(parts[1]!);
    if (id !== null) return page === "players" ? { page: "player", id } : { page: "tournament", id };
  }
  const plain = ["editor", "analysis", "thinking", "assistant", "settings", "help", "about", "players", "lab", "library", "explorer"] as const;
  const found = plain.find((name) => name === page);
  if (parts.length === 1 && found) return { page: found };
  return { page: "unknown" };
}

function decoded(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}

class Router {
  route: Route = $state.raw(routeOf(location.pathname));
  /** What follows `?`; the editor hands a position to the start page with it. */
  query: URLSearchParams = $state.raw(new URLSearchParams(location.search));

  /** Counts the ways here: a page whose address changes under it begins anew when somebody comes again. */
  visits = $state(0);

  constructor() {
    addEventListener("popstate", () => this.read());
  }

  go(path: string): void {
    history.pushState(null, "", path);
    this.read();
    scrollTo(0, 0);
  }

  /** Lets the address tell what the page shows, without a step of its own in the history. */
  note(path: string): void {
    history.replaceState(null, "", path);
  }

  private read(): void {
    this.route = routeOf(location.pathname);
    this.query = new URLSearchParams(location.search);
    this.visits += 1;
  }
}

export const router = new Router();

/** Follows links inside the studio without loading the page again. */
export function inside(event: MouseEvent): void {
  const link = (event.target as Element | null)?.closest?.("a[href]");
  const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  const href = link?.getAttribute("href") ?? "";
  if (!plain || !href.startsWith("/") || href.startsWith("/api/") || link?.hasAttribute("download")) return;
  event.preventDefault();
  router.go(href);
}
