// Keeps what people add to a game: variations, comments, marks and names. It saves itself shortly after every change,
// and says whether that worked. Two tabs that change the same study at once lose nothing: their trees are merged.

import { untrack } from "svelte";
import type { Place } from "../analyse/place";
import { ApiError } from "../api/client";
import type { StudyView } from "../api/types";
import { START } from "../game/starts";
import { isNoted, mergeStudies, writeStudy, type StudyTree } from "../game/study";
import { nodeAt } from "../game/tree";
import { refusalText } from "./refusals";
import type { ReviewSession } from "./review.svelte";
import { api } from "./server";

/** How long after a change it is saved, and how long after a failure it is tried again, in milliseconds. */
const PAUSE = 400;
const AGAIN = 2000;
/** How often a study that others change at the same time is merged before somebody is told. */
const ATTEMPTS = 6;

export type SaveState = "idle" | "waiting" | "saved" | "failed";

interface Content {
  readonly title: string;
  readonly black: string;
  readonly white: string;
  readonly tree: StudyTree;
}

interface Surroundings {
  /** What the study belongs to. */
  readonly belongsTo: () => Place;
  /** The names that came with the game. */
  readonly names: () => { readonly black: string; readonly white: string };
  /** Hears what a study is called that was kept for the first time. */
  readonly onkept: (slug: string) => void;
}

export class StudyKeeper {
  /** What links call it; empty until it is kept. */
  slug = $state("");
  title = $state("");
  /** Names that somebody gave; empty ones are those of the game. */
  black = $state("");
  white = $state("");
  state: SaveState = $state("idle");
  /** Why it is not saved. */
  failure = $state("");
  private revision = 0;
  /** What the server has. */
  private known: Content | null = null;
  private taken = 0;
  private timer = 0;
  private saving: Promise<void> | null = null;
  /** Whether it is kept although nothing was added to it. */
  private wanted = false;

  constructor(
    private readonly session: ReviewSession,
    private readonly around: Surroundings,
  ) {}

  /** Looks for changes; an effect calls this again after each. */
  follow(): void {
    const { session } = this;
    void [session.taken, session.tree, this.title, this.black, this.white];
    untrack(() => {
      if (session.game === null) return;
      if (session.taken !== this.taken) this.begin();
      else if (this.isWorthKeeping && this.isChanged) this.soon(PAUSE);
    });
  }

  /** Saves what is left when the page is hidden or left; the returned function does so, too. */
  attend(): () => void {
    const leave = () => void (this.timer && this.save());
    const hide = () => void (document.visibilityState === "hidden" && leave());
    addEventListener("pagehide", leave);
    document.addEventListener("visibilitychange", hide);
    return () => {
      removeEventListener("pagehide", leave);
      document.removeEventListener("visibilitychange", hide);
      leave();
    };
  }

  /** Keeps the study, also if nothing was added yet. */
  async keep(): Promise<void> {
    this.wanted = true;
    await this.save();
  }

  /** Saves at once; an earlier attempt is waited for. */
  async save(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = 0;
    await this.saving;
    this.saving = this.attempt();
    await this.saving;
    this.saving = null;
  }

  /** Deletes the study; the variations stay on the screen. */
  async remove(): Promise<void> {
    clearTimeout(this.timer);
    await this.saving;
    if (this.slug !== "") await api.removeStudy(this.slug);
    [this.slug, this.revision, this.state, this.known] = ["", 0, "idle", this.content];
  }

  /** What is kept. */
  get content(): Content {
    const { title, black, white, session } = this;
    return { title, black, white, tree: writeStudy(session.tree, session.game?.positions[0]?.board ?? START) };
  }

  private get isChanged(): boolean {
    return JSON.stringify(this.content) !== JSON.stringify(this.known);
  }

  /** Moves that are tried on a free board are not kept before somebody notes something. */
  private get isWorthKeeping(): boolean {
    const { game, tree } = this.session;
    return this.slug !== "" || (game?.plies.length ?? 0) > 0 || this.title !== "" || [...tree.nodes.values()].some(isNoted);
  }

  /** Begins with a game that was opened. */
  private begin(): void {
    const { game } = this.session;
    if (this.timer) void this.save();
    const study = game?.study ?? null;
    this.taken = this.session.taken;
    this.wanted = false;
    [this.slug, this.revision, this.failure] = [study?.slug ?? "", study?.revision ?? 0, ""];
    const { game: number, entry } = this.around.belongsTo();
    const own = number === null && entry === null;
    const names = this.around.names();
    this.title = study?.title ?? (own ? (game?.event ?? "") : "");
    this.black = study?.black ?? (own ? names.black || (game?.black ?? "") : "");
    this.white = study?.white ?? (own ? names.white || (game?.white ?? "") : "");
    this.state = study ? "saved" : "idle";
    this.known = this.content;
  }

  private soon(pause: number): void {
    clearTimeout(this.timer);
    if (this.state !== "failed") this.state = "waiting";
    this.timer = window.setTimeout(() => void this.save(), pause);
  }

  private async attempt(): Promise<void> {
    const taken = this.taken;
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      if (taken !== this.taken) return;
      const content = this.content;
      if (!(this.isChanged || (this.wanted && this.slug === ""))) break;
      try {
        const kept = await this.send(content);
        if (taken !== this.taken) return;
        const fresh = this.slug === "";
        [this.slug, this.revision, this.known] = [kept.slug, kept.revision, content];
        if (fresh) this.around.onkept(kept.slug);
      } catch (error) {
        if (taken !== this.taken) return;
        const newer = error instanceof ApiError ? (error.answer as { study?: StudyView } | null)?.study : undefined;
        if (newer) this.merge(newer);
        // Somebody has deleted it: what is on this screen is kept as a new one.
        else if (error instanceof ApiError && error.status === 404 && this.slug !== "") [this.slug, this.revision] = ["", 0];
        else return this.fail(error);
      }
    }
    [this.state, this.failure] = [this.slug === "" ? "idle" : "saved", ""];
  }

  private send(content: Content): Promise<StudyView> {
    const { slug, revision, session } = this;
    if (slug !== "") return api.changeStudy(slug, { revision, ...content });
    const { game, entry } = this.around.belongsTo();
    return api.keepStudy({ game, entry, played: session.game?.plies ?? [], ...content });
  }

  private fail(error: unknown): void {
    [this.state, this.failure] = ["failed", refusalText(error)];
    // What the server will never take is said once; all else may work later.
    const refused = error instanceof ApiError && [400, 404, 413, 422].includes(error.status);
    if (!refused) this.timer = window.setTimeout(() => void this.save(), AGAIN);
  }

  /** Takes in what another tab has changed. */
  private merge(newer: StudyView): void {
    const { session } = this;
    const path = session.path;
    const base = this.known ?? this.content;
    const text = (key: "title" | "black" | "white") => (this[key] === base[key] ? newer[key] : this[key]);
    [this.title, this.black, this.white] = [text("title"), text("black"), text("white")];
    session.tree = mergeStudies(base.tree, session.tree, newer.tree);
    [this.slug, this.revision] = [newer.slug, newer.revision];
    this.known = { title: newer.title, black: newer.black, white: newer.white, tree: newer.tree };
    // The place may have been deleted by the other tab: then its last position that is left is shown.
    let at: number | null = null;
    while ((at = nodeAt(session.tree, path)) === null) path.pop();
    if (session.at !== at) session.goTo(at);
  }
}
