// Which address is shown. Addresses are paths; the server answers all of them with the same bundle, and `routes` knows
// their pages. A site without a server lies in any folder of any host: there the path follows the `#`.

import { movedTo } from "./moved";

/** How long a page may take until it is as tall as it was, in milliseconds. */
const PATIENCE = 10_000;

/** The address that is shown, whichever way it is written. */
const here = (): { readonly pathname: string; readonly search: string } => (__SITE__ ? new URL(location.hash.slice(1) || "/", location.origin) : location);

/** Writes an address of these pages for the browser. */
const written = (path: string): string => (__SITE__ ? `#${path}` : path);

/** Writes an address of these pages for somebody else. */
export const linkTo = (path: string): string => (__SITE__ ? location.href.replace(/#.*/, "") : location.origin) + written(path);

class Router {
  path = $state(here().pathname);
  /** What follows `?`; the editor hands a position to the start page with it. */
  query: URLSearchParams = $state.raw(new URLSearchParams(here().search));

  /** How many pages were opened: a page whose address changes under it begins anew when somebody comes again. */
  visits = $state(0);

  /** Ends the attempt to bring a page back to where it was. */
  private settled = () => {};
  /** Where that attempt leads to; null if none is made. */
  private wanted: number | null = null;

  constructor() {
    // The pages come back themselves: what they show is not there yet when the browser would do it.
    history.scrollRestoration = "manual";
    this.redirect();
    addEventListener("popstate", () => {
      this.read();
      this.bringBack((history.state as { scroll?: number } | null)?.scroll ?? 0);
    });
    addEventListener("pagehide", () => this.keepScroll());
    let waiting = 0;
    addEventListener("scroll", () => {
      clearTimeout(waiting);
      waiting = window.setTimeout(() => this.keepScroll(), 100);
    }, { passive: true });
    const kept = (history.state as { scroll?: number } | null)?.scroll;
    if (kept) this.bringBack(kept);
  }

  /** Opens another page; `stay` leaves the window where it is. */
  go(path: string, stay = false): void {
    this.keepScroll();
    history.pushState(null, "", written(path));
    this.read();
    this.settled();
    if (!stay) scrollTo(0, 0);
  }

  /** Shows another page in the place of this one. */
  replace(path: string): void {
    history.replaceState(null, "", written(path));
    this.read();
  }

  /** Lets the address tell what the page shows, without a step of its own in the history. */
  note(path: string): void {
    const { pathname, search } = here();
    if (path !== pathname + search) history.replaceState(history.state, "", written(path));
  }

  private read(): void {
    this.redirect();
    this.take();
    this.visits += 1;
  }

  private redirect(): void {
    const { pathname, search } = here();
    const moved = movedTo(pathname, search);
    if (moved === null) return;
    history.replaceState(history.state, "", written(moved));
    this.take();
  }

  private take(): void {
    const { pathname, search } = here();
    this.path = pathname;
    this.query = new URLSearchParams(search);
  }

  /** Notes how far the page is scrolled, or will be once it is tall enough, for whoever comes back to it. */
  private keepScroll(): void {
    history.replaceState({ ...(history.state as object | null), scroll: this.wanted ?? scrollY }, "");
  }

  /** Scrolls to where the page was, as soon as it is tall enough again; whoever scrolls meanwhile is left alone. */
  private bringBack(wanted: number): void {
    this.settled();
    scrollTo(0, wanted);
    if (wanted === 0) return;
    this.wanted = wanted;
    const watcher = new ResizeObserver(() => {
      scrollTo(0, wanted);
      if (Math.abs(scrollY - wanted) < 2) this.settled();
    });
    const end = () => this.settled();
    const late = setTimeout(end, PATIENCE);
    const touched = ["wheel", "touchstart", "keydown", "pointerdown"];
    for (const kind of touched) addEventListener(kind, end, { once: true, passive: true });
    this.settled = () => {
      clearTimeout(late);
      watcher.disconnect();
      for (const kind of touched) removeEventListener(kind, end);
      this.wanted = null;
      this.settled = () => {};
    };
    watcher.observe(document.body);
  }
}

export const router = new Router();

/** Follows links inside the studio without loading the page again. */
export function inside(event: MouseEvent): void {
  const link = (event.target as Element | null)?.closest?.("a[href]");
  const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  const given = link?.getAttribute("href") ?? "";
  const href = __SITE__ ? given.replace(/^#(?=\/)/, "") : given;
  if (__SITE__ && given === "#content") {
    event.preventDefault();
    document.getElementById("content")?.focus();
  }
  if (__SITE__ && link && href.startsWith("/api/")) {
    event.preventDefault();
    void import("../device/download").then(({ download }) => download(link));
  }
  if (!plain || !href.startsWith("/") || href.startsWith("/api/") || link?.hasAttribute("download")) return;
  event.preventDefault();
  router.go(href, link?.hasAttribute("data-keep"));
}
