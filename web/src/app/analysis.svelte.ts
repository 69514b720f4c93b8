// The place "Analyse": one board and one session for all its tabs, and the address that says what they look at.

import { addressOf, isKept, isSameGame, NOWHERE, readPlace, type Place, type Tab } from "../analyse/place";
import { ApiError } from "../api/client";
import type { SeatView } from "../api/types";
import { START } from "../game/starts";
import type { Ended } from "../review/story";
import { givenName } from "./names";
import { playerName } from "./players";
import { t } from "./preferences.svelte";
import { refusalText } from "./refusals";
import { ReviewSession } from "./review.svelte";
import { api } from "./server";
import { StudyKeeper } from "./study.svelte";

/** Without its passes: the rules put them back. */
const written = (moves: readonly string[]) => moves.filter((move) => move !== "pass").join("");
const nameOf = ({ name, human, player }: SeatView) => name || (human ? "" : playerName(player));

export class Analysis {
  readonly session = new ReviewSession();
  /** Keeps variations, comments, marks and names. */
  readonly study = new StudyKeeper(this.session, {
    belongsTo: () => this.asked,
    names: () => this.seats,
    onkept: (slug) => {
      if (!isKept(this.asked)) this.asked = { ...NOWHERE, study: slug };
    },
  });
  tab: Tab = $state("engine");
  /** What narrows the explorer, which belongs to its address. */
  filters: Readonly<Record<string, string>> = $state.raw({});
  /** Why what the address names cannot be shown. */
  failure = $state("");
  /** The number of a game that is not there. */
  missing: number | null = $state(null);
  /** How the game ended, where its last position does not say it all. */
  ended: Ended | null = $state.raw(null);
  private seats = $state.raw({ black: "", white: "" });
  /** Whether an address asked for it; what somebody pastes is answered beside the text. */
  private linked = $state(false);
  /** What was asked for last, as it was written. */
  private asked: Place = $state.raw(NOWHERE);
  /** A variation to go along as soon as the game is there. */
  private waiting: readonly string[] = [];

  /** The names of the players. */
  get names(): { black: string; white: string } {
    const { seats, session, study } = this;
    // A record calls whoever gave no name by what plays there.
    const recorded = (name: string | null = "") => (name === "human" ? "" : (name ?? ""));
    const of = (side: "black" | "white") => givenName(study[side] || seats[side] || recorded(session.game?.[side])) || t(side);
    return { black: of("black"), white: of("white") };
  }

  /** What is looked at; what was asked for until that is there. */
  get place(): Place {
    const { asked, session } = this;
    const { game } = session;
    if (game === null || this.waiting.length > 0) return asked;
    const { black, white } = asked;
    const start = game.positions[0]?.board ?? START;
    const [at, line] = [session.branch, session.path.slice(session.branch)];
    if (isKept(asked)) return { ...NOWHERE, game: asked.game, entry: asked.entry, study: asked.study, at, line };
    if (game.plies.length > 0) {
      // A game from a start of its own, or with variations, has no shorter text than the one it came with.
      const [position, moves] = start === START && game.tree === null ? ["", written(game.plies)] : [asked.position, asked.moves];
      return { ...NOWHERE, position, moves, black, white, at, line };
    }
    return start === START ? { ...NOWHERE, moves: written(line) } : { ...NOWHERE, position: start, line };
  }

  /** Why the address cannot be shown; empty if it can. */
  get wrong(): string {
    return this.failure || (this.linked && this.session.game === null ? this.session.refusal : "");
  }

  /** Whether a game is there that can be reviewed. */
  get hasGame(): boolean {
    return (this.session.game?.plies.length ?? 0) > 0;
  }

  /** The address of what is looked at, in a tab. */
  address(tab: Tab = this.tab): string {
    return addressOf(tab, this.place, tab === "explorer" ? this.filters : {});
  }

  /** Shows what an address names; what is there already stays. */
  show(tab: Tab, query: URLSearchParams): void {
    const wanted = readPlace(query);
    this.tab = tab;
    if (tab === "explorer") {
      const names = ["player", "colour", "since", "until"];
      this.filters = Object.fromEntries(names.map((name) => [name, query.get(name) ?? ""]).filter(([, value]) => value !== ""));
    }
    const known = this.session.game !== null && !this.failure;
    const asked = !isSameGame(this.asked, NOWHERE) && isSameGame(wanted, this.asked);
    if (known && (asked || isSameGame(wanted, this.place))) this.goThere(wanted);
    else {
      this.open(wanted);
      this.linked = true;
    }
    if (tab === "review") this.settle();
  }

  /** Opens a place anew. */
  open(wanted: Place): void {
    const { session } = this;
    [this.asked, this.linked] = [wanted, false];
    this.waiting = wanted.line;
    [this.failure, this.missing] = ["", null];
    this.seats = { black: wanted.black, white: wanted.white };
    [this.ended, session.you] = [null, null];
    if (wanted.game !== null) void this.openGame(wanted.game, wanted.at);
    else if (isKept(wanted)) session.open(wanted.study ? { study: wanted.study } : { entry: wanted.entry ?? 0 }, wanted.at ?? this.first);
    else session.open(wanted.moves || wanted.position || START, wanted.at ?? this.first);
  }

  /** Goes along the variation that was asked for, once the game is there. */
  arrive(): void {
    const line = this.waiting;
    this.waiting = [];
    if (line.length > 0) this.session.add(line);
  }

  private async openGame(game: number, at: number | null): Promise<void> {
    try {
      const { black, white, yours, result } = await api.game(game);
      this.seats = { black: nameOf(black), white: nameOf(white) };
      // Who plays both sides, or none, is nobody in particular.
      this.session.you = yours.length === 1 ? (yours[0] ?? null) : null;
      this.ended = result ? { winner: result.winner ?? null, reason: result.reason } : null;
      this.session.open({ game }, at ?? this.first);
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) this.missing = game;
      this.failure = refusalText(error);
    }
  }

  /** Where a game is opened: a review begins at its start, so that the first key moment is ahead. */
  private get first(): number | null {
    return this.tab === "review" ? 0 : null;
  }

  private goThere({ at, line }: Place): void {
    const here = this.place;
    if (at === null || (at === here.at && line.join() === here.line.join())) return;
    this.session.goToPly(at);
    if (line.length > 0) this.session.add(line);
  }

  /** What was tried on the free board becomes the game that is reviewed. */
  private settle(): void {
    const { game, path } = this.session;
    const usual = game?.positions[0]?.board === START;
    if (game && game.plies.length === 0 && path.length > 0 && usual) this.open({ ...NOWHERE, moves: written(path), at: path.length });
  }
}
