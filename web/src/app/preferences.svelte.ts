// The settings and the language in use, for all components.

import type { Animation, Look } from "../board/options";
import { loadLocale, preferred, translate, type Locale, type MessageKey, type Values } from "../i18n/catalogue";
import { DEFAULTS, TIMING, load, save, type Settings } from "../settings/settings";
import { inkOn } from "../settings/colors";

class Preferences {
  current: Settings = $state.raw(load(localStorage));

  /** The language whose texts are shown: the one that is wished for, as soon as it is loaded. */
  locale: Locale = $state("en");

  get wishedLocale(): Locale {
    return this.current.locale === "auto" ? preferred(navigator.languages) : this.current.locale;
  }

  /** Loads the texts of the language that is wished for, and shows them. */
  async speak(): Promise<void> {
    const wished = this.wishedLocale;
    await loadLocale(wished);
    if (wished === this.wishedLocale) this.locale = wished;
  }

  /** The language with the user's region, for dates. */
  get region(): string {
    return navigator.languages.find((language) => language.startsWith(this.locale)) ?? this.locale;
  }

  /** How discs turn. */
  get timing(): Animation {
    const reduced = matchMedia("(prefers-reduced-motion: reduce)").matches;
    return TIMING[reduced ? "off" : this.current.animation];
  }

  /** How boards are drawn. */
  get look(): Look {
    const { coordinates, discSize, legalMoves, lastMove, lastSize, grid, preview } = this.current;
    return { coordinates, smallDiscs: discSize === "small", legalMoves, lastMove, lastSize, grid, preview };
  }

  /** Whether the pages are dark. */
  get isDark(): boolean {
    const { scheme } = this.current;
    return scheme === "auto" ? !matchMedia("(prefers-color-scheme: light)").matches : scheme === "dark";
  }

  set(change: Partial<Settings>): void {
    this.current = { ...this.current, ...change };
    save(localStorage, this.current);
    void this.speak();
  }

  reset(): void {
    this.set(DEFAULTS);
  }

  /** Puts scheme, language and colours on the page. */
  apply(root: HTMLElement): void {
    const { colors, lastColor } = this.current;
    root.dataset["scheme"] = this.isDark ? "dark" : "light";
    root.lang = this.locale;
    const set = (name: string, value: string) => root.style.setProperty(name, value);
    set("--square-a", colors.squareA);
    set("--square-b", colors.squareB);
    set("--disc-black", colors.black);
    set("--disc-white", colors.white);
    set("--mark-black", colors.blackMark);
    set("--mark-white", colors.whiteMark);
    set("--last", lastColor);
    set("--on-black", inkOn(colors.black));
    set("--on-white", inkOn(colors.white));
    // The window of the installed program has the colour of the page.
    const page = getComputedStyle(root).getPropertyValue("--bg");
    for (const one of document.querySelectorAll("meta[name=theme-color]")) one.setAttribute("content", page);
  }
}

export const preferences = new Preferences();

/** Writes a text in the language in use. */
export function t(key: MessageKey, values?: Values): string {
  return translate(preferences.locale, key, values);
}
