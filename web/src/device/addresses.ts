// Addresses of pages as links of a site have them: behind the `#`, so that any folder of any host will do.

/** Writes the address of a link so that it can be opened in another window. */
export function addresses(link: Element | null): void {
  const href = link?.getAttribute("href") ?? "";
  if (href.startsWith("/") && !href.startsWith("/api/")) link?.setAttribute("href", `#${href}`);
}
