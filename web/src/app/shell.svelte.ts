// What works without the server: the pages themselves, kept by the service worker, but none of what they ask it.

class Shell {
  /** Whether the server was out of reach when it was last needed. */
  alone = $state(!__SITE__ && (document.documentElement.hasAttribute("data-offline") || !navigator.onLine));
}

export const shell = new Shell();

/** How long the first page has the line for itself, in milliseconds. */
const QUIET = 2000;
/** A page that was loaded anew because its program is gone is not loaded again at once. */
const AGAIN = "outflank.reloaded";

/** Keeps the pages for use without the server, and comes to terms with a program that was exchanged meanwhile. */
export function keepShell(): void {
  addEventListener("offline", () => (shell.alone = !__SITE__));
  addEventListener("online", () => (shell.alone = false));
  // The files of this page are gone from the server: there is a new version, which the address leads to.
  addEventListener("vite:preloadError", (event) => {
    const before = Number(sessionStorage.getItem(AGAIN) ?? 0);
    if (shell.alone || Date.now() - before < 10_000) return;
    event.preventDefault();
    sessionStorage.setItem(AGAIN, String(Date.now()));
    location.reload();
  });
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  const register = () => setTimeout(() => void navigator.serviceWorker.register(__SITE__ ? "./worker.js" : "/worker.js").catch(() => {}), QUIET);
  if (document.readyState === "complete") register();
  else addEventListener("load", register, { once: true });
}
