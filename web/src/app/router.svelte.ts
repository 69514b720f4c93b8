// Which address is shown. Addresses are paths; the server answers all of them with the same bundle, and `routes` knows
// their pages.

class Router {
  path = $state(location.pathname);
  /** What follows `?`; the editor hands a position to the start page with it. */
  query: URLSearchParams = $state.raw(new URLSearchParams(location.search));

  /** How many pages were opened: a page whose address changes under it begins anew when somebody comes again. */
  visits = $state(0);

  constructor() {
    addEventListener("popstate", () => this.read());
  }

  go(path: string): void {
    history.pushState(null, "", path);
    this.read();
    scrollTo(0, 0);
  }

  /** Shows another page in the place of this one. */
  replace(path: string): void {
    history.replaceState(null, "", path);
    this.read();
  }

  /** Lets the address tell what the page shows, without a step of its own in the history. */
  note(path: string): void {
    history.replaceState(null, "", path);
  }

  private read(): void {
    this.path = location.pathname;
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
