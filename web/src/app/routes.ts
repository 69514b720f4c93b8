// The pages: their addresses, what they show, and the menu. Nothing else lists them.
//
// The first line of the table whose path fits an address is the page. A page that moves gets a new path here; links
// inside the pages are the only other place that knows addresses.

import type { Component } from "svelte";
import { TABS, type Tab } from "../analyse/place";
import type { MessageKey } from "../i18n/catalogue";
import Home from "../views/Home.svelte";
import Play from "../views/Play.svelte";

/** Reads a part of an address, `undefined` if it is missing; the answer `undefined` refuses it. */
type Reader<T> = (part: string | undefined) => T | undefined;

/** What an address holds beside its path, and how many pages were opened before. */
export interface Visit {
  readonly query: URLSearchParams;
  readonly visits: number;
}

interface View<P extends object> {
  readonly default: Component<P>;
}

/** Brings a page that takes a server; where there is none, words in its place. */
const served =
  <P extends object>(load: () => Promise<View<P>>) =>
  (): Promise<View<P>> =>
    __SITE__ ? (import("../parts/frame/NeedsServer.svelte") as unknown as Promise<View<P>>) : load();

/** A line of the table; `P` are the properties of the view. */
export interface Page<P extends object> {
  /** Such as `/game/:id`; a named part with `?` may be missing. */
  readonly path: string;
  /** How the named parts are read. */
  readonly parts?: { readonly [K in keyof P]: Reader<P[K]> };
  /** The view itself if it belongs to what is loaded first, or how it is loaded. */
  readonly view: () => View<P> | Promise<View<P>>;
  /** The title of the window, beside the name of the program; a view without one sets its own. */
  readonly title?: MessageKey;
  /** What the menu says. */
  readonly menu?: MessageKey;
  /** The page whose item in the menu stands for this one, too. */
  readonly under?: string;
  /** The view begins anew when this changes; without it, when its properties do. */
  readonly renew?: (visit: Visit) => unknown;
}

type Properties = Readonly<Record<string, unknown>>;

// Components take properties of their own types: the one place where that is left behind.
const page = <P extends object>(line: Page<P>): Page<Properties> => line as unknown as Page<Properties>;

const whole: Reader<number> = (part) => (/^\d{1,15}$/.test(part ?? "") ? Number(part) : undefined);
const word: Reader<string> = (part) => {
  try {
    return decodeURIComponent(part ?? "");
  } catch {
    return undefined;
  }
};
const everyVisit = ({ visits }: Visit) => visits;

const tab: Reader<Tab> = (part) => (part === undefined ? "engine" : TABS.slice(1).find((name) => name === part));

/** All pages. Those with a text for the menu are the places, in their order. */
export const PAGES = {
  home: page({ path: "/", view: () => ({ default: Home }), menu: "navPlay" }),
  game: page({ path: "/game/:id", parts: { id: whole }, view: () => ({ default: Play }), under: "home" }),
  players: page({ path: "/players", view: () => import("../views/Players.svelte"), title: "playersTitle", under: "home" }),
  player: page({ path: "/players/:id", parts: { id: word }, view: () => import("../views/Player.svelte"), under: "home" }),
  // Computer players are under /players; this is somebody with an account.
  person: page({ path: "/player/:name", parts: { name: word }, view: () => import("../views/Person.svelte"), under: "home" }),
  learn: page({ path: "/learn", view: () => import("../views/Learn.svelte"), title: "learnTitle", menu: "navLearn" }),
  puzzles: page({ path: "/learn/puzzles", view: () => import("../views/Puzzles.svelte"), under: "learn", renew: everyVisit }),
  puzzle: page({ path: "/learn/puzzles/:what", parts: { what: word }, view: () => import("../views/Puzzle.svelte"), under: "learn" }),
  learnReview: page({ path: "/learn/review", view: () => import("../views/LearnReview.svelte"), title: "learnTitle", under: "learn", renew: everyVisit }),
  learnOpenings: page({ path: "/learn/openings", view: () => import("../views/LearnOpenings.svelte"), title: "learnTitle", under: "learn", renew: everyVisit }),
  learnProgress: page({ path: "/learn/progress", view: () => import("../views/LearnProgress.svelte"), title: "learnTitle", under: "learn" }),
  setup: page({
    path: "/analyse/setup",
    view: () => import("../views/Editor.svelte"),
    title: "editorTitle",
    under: "analyse",
    renew: everyVisit,
  }),
  minimax: page({
    path: "/analyse/minimax",
    view: () => import("../views/Minimax.svelte"),
    title: "mmTitle",
    under: "analyse",
    renew: everyVisit,
  }),
  // All tabs are one view: it goes on when the tab changes.
  analyse: page({
    path: "/analyse/:tab?",
    parts: { tab },
    view: () => import("../views/Analyse.svelte"),
    menu: "navAnalysis",
    renew: () => "",
  }),
  library: page({
    path: "/library",
    view: () => import("../views/Library.svelte"),
    title: "libraryTitle",
    menu: "navLibrary",
    renew: everyVisit,
  }),
  libraryGame: page({
    path: "/library/:key",
    parts: { key: whole },
    view: () => import("../views/LibraryGame.svelte"),
    under: "library",
  }),
  lab: page({ path: "/lab", view: served(() => import("../views/Lab.svelte")), title: "labTitle", under: "library" }),
  newTournament: page({
    path: "/lab/new/tournament",
    view: served(() => import("../views/NewTournament.svelte")),
    title: "labNew",
    under: "library",
    renew: everyVisit,
  }),
  newLearning: page({ path: "/lab/new/learning", view: served(() => import("../views/NewLearning.svelte")), title: "labTeach", under: "library" }),
  newTuning: page({ path: "/lab/new/tuning", view: served(() => import("../views/NewTuning.svelte")), title: "labTune", under: "library" }),
  labFiles: page({ path: "/lab/tools/files", view: served(() => import("../views/LabFiles.svelte")), title: "labFiles", under: "library" }),
  labLogs: page({ path: "/lab/tools/logs", view: served(() => import("../views/LabLogs.svelte")), title: "labLogs", under: "library" }),
  tournament: page({ path: "/lab/:id", parts: { id: word }, view: () => import("../views/Tournament.svelte"), under: "library" }),
  clubs: page({ path: "/club", view: served(() => import("../views/Clubs.svelte")), title: "navClub", under: "library" }),
  club: page({ path: "/club/:slug", parts: { slug: word }, view: () => import("../views/Club.svelte"), under: "library" }),
  help: page({ path: "/help", view: () => import("../views/Help.svelte"), title: "helpTitle" }),
  account: page({ path: "/account", view: served(() => import("../views/Account.svelte")), renew: everyVisit }),
  reports: page({ path: "/reports", view: served(() => import("../views/Reports.svelte")), renew: everyVisit }),
  settings: page({ path: "/settings", view: () => import("../views/Settings.svelte"), title: "settingsTitle" }),
  about: page({ path: "/about", view: () => import("../views/About.svelte"), title: "aboutTitle", under: "help" }),
} as const;

export type PageName = keyof typeof PAGES;

/** A page of an address, with the properties of its view. */
export interface Route {
  readonly name: PageName;
  readonly page: Page<Properties>;
  readonly properties: Properties;
}

/** The places, which the menu lists; named parts of an address that may be missing are left out. */
export const PLACES = (Object.entries(PAGES) as [PageName, Page<Properties>][]).flatMap(([name, { path, menu }]) =>
  menu === undefined ? [] : [{ name, path: path.replace(/\/:\w+\?$/, ""), text: menu }],
);

/** Finds the page of a path; `null` if there is none. */
export function routeOf(path: string): Route | null {
  for (const [name, page] of Object.entries(PAGES) as [PageName, Page<Properties>][]) {
    const properties = read(page, partsOf(path));
    if (properties !== null) return { name, page, properties };
  }
  return null;
}

const partsOf = (path: string) => path.split("/").filter((part) => part !== "");

/** Reads the named parts of an address as a page wants them; `null` if the address is not its own. */
function read(page: Page<Properties>, given: readonly string[]): Properties | null {
  const wanted = partsOf(page.path);
  if (given.length > wanted.length) return null;
  const found: Record<string, unknown> = {};
  for (const [index, part] of wanted.entries()) {
    const text = given[index];
    if (part.startsWith(":")) {
      const [name, optional] = [part.slice(1).replace("?", ""), part.endsWith("?")];
      const value = text === undefined && !optional ? undefined : page.parts?.[name]?.(text);
      if (value === undefined) return null;
      found[name] = value;
    } else if (part !== text) return null;
  }
  return found;
}
