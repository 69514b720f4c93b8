// One game as a page sees it: what the server last said, where one looks, and the actions. Components only draw it.

import { ApiError } from "../api/client";
import type { LiveState } from "../api/live";
import type { GameView, HintView, LiveMessage, StorageTrouble, Thought } from "../api/types";
import { squareIndex, squareName } from "../board/geometry";
import { parseDiscs, type Disc, type Side } from "../board/state";
import { remaining, type ClockReading } from "../game/clock";
import { legalSquares } from "../game/legal";
import { mayHelp, mayUndo, spectates } from "../game/permissions";
import { answerPause } from "../game/pace";
import { atEnd, goTo, grown, isLive, step, type Step, type Timeline } from "../game/timeline";
import { ownSide, seatName } from "./names";
import { isStorageTrouble } from "./refusals";
import { preferences, t } from "./preferences.svelte";
import { ActionQueue } from "./queue.svelte";
import { router } from "./router.svelte";
import { RemoteSession } from "./remote.svelte";
import { ring } from "./ring";
import { api, followGame } from "./server";
import { VainClick } from "./vain.svelte";
import { hintFor } from "./who.svelte";

/** How long a notice of a pass stays, in milliseconds. */
const NOTICE = 3200;
/** The longest delay of the network that an answer waits for. */
const LATEST = 1000;

export class GameSession {
  game: GameView | null = $state.raw(null);
  timeline: Timeline = $state.raw(atEnd(0));
  thought: Thought | null = $state.raw(null);
  live: LiveState = $state("connecting");
  failure: ApiError | null = $state.raw(null);
  hint: HintView | null = $state.raw(null);
  /** Whether the move of the hint is shown, after its idea. */
  hintMove = $state(false);
  notice = $state("");
  /** A click that did nothing, and why. */
  readonly vain = new VainClick();
  /** The move that waits for a second tap. */
  chosen: number | null = $state(null);
  /** The move that is made as soon as it is one's turn. */
  premove: number | null = $state(null);
  /** What a screen reader is told. */
  spoken = $state("");
  /** Whether the game ended while it was shown here. */
  endedHere = $state(false);
  gone = $state(false);
  /** Why the server can store nothing at the moment. */
  trouble: StorageTrouble | null = $state(null);
  /** What belongs to games with somebody elsewhere. */
  readonly remote: RemoteSession = new RemoteSession(this);
  now = $state(performance.now());
  private readAt = $state(0);
  private asking = false;
  private readonly queue = new ActionQueue();
  /** A move that could not be stored, to be sent again. Should it have been stored all the same, the server refuses it. */
  private unsaved: (() => Promise<GameView>) | null = null;
  /** How long the last move took until it was drawn here: the answer waits that much longer, in milliseconds. */
  private latency = 30;
  private readonly leaving: (() => void)[] = [];

  constructor(readonly id: number) {}

  /**
   * Begins to follow the game; the returned function ends it. The live connection tells the game and all that changes;
   * only while it is lost the game is asked for, at every attempt to connect again.
   */
  enter(): () => void {
    this.leaving.push(followGame(this.id, (message) => this.hear(message), (state) => this.connection(state)));
    const ticking = setInterval(() => (this.now = performance.now()), 100);
    this.leaving.push(() => clearInterval(ticking));
    return () => this.leave();
  }

  private leave(): void {
    this.leaving.splice(0).forEach((leave) => leave());
  }

  /** Follows the game anew, as whoever one has become. */
  enterAgain(): void {
    this.leave();
    this.enter();
  }

  get busy(): boolean {
    return this.queue.busy;
  }

  get isLive(): boolean {
    return isLive(this.timeline);
  }

  /** The side that this page may move for now; `null` if it has to wait. A move under way changes nothing yet, so that the board is drawn once, with its answer. */
  get mover(): Side | null {
    const game = this.game;
    const side = game?.position.side ?? null;
    if (!game || !side || game.result || !this.isLive || this.remote.rests) return null;
    return game[side].human && game.yours.includes(side) ? side : null;
  }

  /** The board that is shown. */
  get board(): string {
    return this.game?.plies[this.timeline.at - 1]?.board ?? this.game?.start ?? "";
  }

  get discs(): Disc[] {
    return parseDiscs(this.board);
  }

  /** The square of the last move shown; passes are looked through. */
  get last(): number | null {
    const plies = this.game?.plies.slice(0, this.timeline.at) ?? [];
    return squareIndex(plies.findLast((ply) => ply.move !== "pass")?.move ?? "");
  }

  /** Where discs may be placed now, and what each would turn over. */
  get legal(): ReadonlyMap<number, readonly number[]> {
    const moves = this.isLive && !this.game?.result ? (this.game?.position.legal ?? []) : [];
    return legalSquares(moves);
  }

  /** The number of the move that placed each disc. */
  get numbers(): ReadonlyMap<number, number> {
    const plies = this.game?.plies.slice(0, this.timeline.at).filter((ply) => ply.move !== "pass") ?? [];
    return new Map(plies.map((ply, index) => [squareIndex(ply.move) ?? -1, index + 1]));
  }

  get clocks(): Record<Side, number> | null {
    const clock = this.game?.clock;
    if (!clock) return null;
    const reading: ClockReading = { ...clock, readAt: this.readAt };
    return { black: remaining(reading, "black", this.now), white: remaining(reading, "white", this.now) };
  }

  /** How many moves each side would have on the board that is shown. */
  get mobility(): Record<Side, number> | null {
    const [black, white] = this.game?.mobility[this.timeline.at] ?? [];
    return black === undefined || white === undefined ? null : { black, white };
  }

  /** How long ago the server last told the game, in milliseconds. */
  get sinceRead(): number {
    return Math.max(0, this.now - this.readAt);
  }

  /** How long the computer has been thinking, in milliseconds, as far as this page knows. */
  get thinkingFor(): number {
    return this.game?.thinking ? this.sinceRead : 0;
  }

  /** The one side that is played here; `null` if both are, or none. */
  get own(): Side | null {
    return this.game && ownSide(this.game);
  }

  /** Whether somebody only looks on at a game of two people elsewhere. */
  get spectates(): boolean {
    return this.game !== null && spectates(this.game);
  }

  /** Whether the computer may help. */
  get mayHelp(): boolean {
    return this.game !== null && mayHelp(this.game);
  }

  /** Whether a move of one's own can be taken back. */
  get mayUndo(): boolean {
    return this.game !== null && mayUndo(this.game);
  }

  /** Whether the one person of this game won; `null` if there are two or none, or nobody won. */
  get won(): boolean | null {
    const winner = this.game?.result?.winner;
    return this.own && winner ? winner === this.own : null;
  }

  name(side: Side): string {
    const seat = this.game?.[side];
    return seat ? seatName(seat, side, this.own) : "";
  }

  step(how: Step): void {
    this.timeline = step(this.timeline, how);
  }

  goTo(at: number): void {
    this.timeline = goTo(this.timeline, at);
  }

  /** Asks for a move; what is illegal or out of turn is not even sent, but answered with the reason. */
  async play(square: number): Promise<void> {
    const seen = this.game?.revision;
    if (this.busy) await this.queue.idle();
    const game = this.game;
    if (game === null || game.result || !this.isLive) return;
    // A click while a move was under way was meant for the board before it: it may be a second one on the same square.
    if (game.revision !== seen && (this.mover !== null || this.discs[square] !== null)) return;
    if (this.mover === null) return this.outOfTurn(square);
    const flips = this.legal.get(square);
    if (!flips) return this.refuse(square, this.whyNot(square));
    if (preferences.current.confirmMoves && this.chosen !== square) {
      this.chosen = square;
      this.vain.clear();
      return;
    }
    this.chosen = null;
    this.vain.clear();
    const side = this.mover;
    const isComputers = !game[side === "black" ? "white" : "black"].human;
    const wait = answerPause(square, flips, preferences.timing, preferences.current.answer);
    const pause = isComputers && wait > 0 ? [Math.round(wait + this.latency)] : [];
    const sent = performance.now();
    await this.makeMove(() => api.move(this.id, game.plies.length, squareName(square), ...pause));
    this.latency = Math.min(LATEST, performance.now() - sent);
  }

  /** Says why a square cannot be played now, by the position that the server sent. */
  private whyNot(square: number): string {
    const name = squareName(square);
    if (this.discs[square] !== null) return t("whyTaken", { square: name });
    return this.legal.size === 0 ? t("whyMustPass") : t("whyNothing", { square: name });
  }

  /** A click while somebody else is to move: the next move if one may choose it ahead, else an explanation. */
  private outOfTurn(square: number): void {
    const side = this.game?.position.side;
    if (!side || !this.game || this.game.yours.length === 0) return;
    if (preferences.current.premoves && this.own !== null && this.discs[square] === null) {
      this.premove = this.premove === square ? null : square;
      if (this.premove !== null) this.spoken = t("premoveSet", { square: squareName(square) });
      return;
    }
    this.refuse(square, t("whyNotTurn", { name: this.name(side) }));
  }

  /** Lets a square shake once and says why. */
  private refuse(square: number, reason: string): void {
    this.vain.show(square, reason);
    this.spoken = reason;
  }

  pass = () => this.act(() => api.move(this.id, this.game?.plies.length ?? 0, "pass"));
  undo = () => (this.game?.remote ? this.remote.deal("take-back", "offer") : this.act(() => api.undo(this.id)));
  redo = () => this.act(() => api.redo(this.id));
  resign = () => this.act(() => api.resign(this.id), true);
  restart = () => this.act(() => api.restart(this.id));
  computerMoves = (side: Side, player: string) => this.act(() => api.computerMoves(this.id, side, player));

  setPace = (pace: number) => api.setPace(this.id, pace).then((game) => this.take(game), (error: unknown) => this.fail(error));
  setSaved = (saved: boolean) => api.setSaved(this.id, saved).then((game) => this.take(game), (error: unknown) => this.fail(error));
  rename = (name: string) => api.rename(this.id, name).then((game) => this.take(game), (error: unknown) => this.fail(error));

  setPaused = (paused: boolean) => api.setPaused(this.id, paused).then((game) => this.take(game), (error: unknown) => this.fail(error));

  /** Asks for a hint: the first time for the idea, the second time for the move. */
  async askHint(): Promise<void> {
    if (this.hint) {
      this.hintMove = true;
      return;
    }
    const asked = this.game?.revision;
    try {
      const hint = await hintFor(this.id, this.game!.position.board);
      if (this.game?.revision !== asked) return;
      this.hint = hint;
      this.hintMove = false;
    } catch (error) {
      this.fail(error);
    }
  }

  private connection(state: LiveState): void {
    this.live = state;
    if (state === "lost" && !this.asking) void this.ask();
  }

  /** Asks how the game stands, and so learns why there is no connection. */
  private async ask(): Promise<void> {
    this.asking = true;
    try {
      const game = await api.game(this.id);
      // A key of the library names a game, too.
      if (game.id === this.id) this.take(game);
      else router.replace(`/game/${game.id}`);
    } catch (error) {
      if (this.game === null) await this.missing(error);
      else if (error instanceof ApiError && error.status === 404) this.gone = true;
    } finally {
      this.asking = false;
    }
  }

  /** The number may be the key of a game that was never played here. */
  private async missing(error: unknown): Promise<void> {
    const isMissing = error instanceof ApiError && error.status === 404;
    const inLibrary = isMissing && (await api.libraryGame(this.id).then(() => true, () => false));
    if (isMissing) this.leaving.splice(0).forEach((leave) => leave());
    return inLibrary ? router.replace(`/library/${this.id}`) : this.fail(error);
  }

  /** Asks for a change; what waited and was meant for another state of the game is dropped unless it is `final`. */
  act(action: () => Promise<GameView>, final = false): Promise<void> {
    const seen = this.game?.revision;
    return this.queue.run(async () => {
      if (!final && this.game?.revision !== seen) return;
      try {
        this.take(await action());
        this.timeline = step(this.timeline, "last");
        this.failure = null;
      } catch (error) {
        this.fail(error);
      }
    });
  }

  /** Makes a move; what the server cannot store now is sent again when it can. */
  private async makeMove(move: () => Promise<GameView>): Promise<void> {
    this.unsaved = null;
    await this.act(move);
    if (isStorageTrouble(this.failure)) this.unsaved = move;
  }

  private storage(trouble: StorageTrouble | null): void {
    this.trouble = trouble;
    const { unsaved } = this;
    if (trouble === null && unsaved) void this.makeMove(unsaved);
  }

  private hear(message: LiveMessage): void {
    if (message.type === "game") this.take(message.game);
    else if (message.type === "thought") this.thought = message.thought;
    else if (message.type === "rematch") this.remote.begins(message.id, message.key);
    else if (message.type === "presence") this.remote.sees(message);
    else if (message.type === "chat") this.remote.chat = message.chat;
    else if (message.type === "storage") this.storage(message.trouble);
    else this.gone = true;
  }

  private take(game: GameView): void {
    const old = this.game;
    // Answers and live messages may overtake each other.
    if (old && game.revision < old.revision) return;
    // The same news comes twice, as an answer and as a live message: drawing it once is enough.
    const isNew = !old || game.revision !== old.revision || game.thinking !== old.thinking || game.paused !== old.paused;
    if (!isNew && game.clock === null && game.yours.length === old.yours.length) return;
    this.game = game;
    this.readAt = performance.now();
    this.timeline = old ? grown(this.timeline, game.plies.length) : atEnd(game.plies.length);
    if (isNew) this.failure = null;
    if (!game.thinking) this.thought = null;
    if (old && game.plies.length !== old.plies.length) this.unsaved = null;
    if (old && game.revision !== old.revision) this.announce(old, game);
    if (this.premove !== null && this.mover !== null) this.playAhead(this.premove);
  }

  /** Makes the move that was chosen ahead, if it is still possible. */
  private playAhead(square: number): void {
    this.premove = null;
    if (!this.legal.has(square)) return this.refuse(square, t("premoveDropped", { square: squareName(square) }));
    this.chosen = square;
    // What came with an answer under way is finished first.
    setTimeout(() => void this.play(square));
  }

  private announce(old: GameView, game: GameView): void {
    this.hint = null;
    this.chosen = null;
    if (game.result) this.premove = null;
    this.endedHere = this.endedHere ? game.result !== null : old.result === null && game.result !== null;
    const added = game.plies.slice(old.plies.length);
    const said = added.map((ply) => {
      const side = t(ply.side);
      if (ply.move === "pass") return t("passNotice", { side });
      const { black, white } = game.position;
      return t("saidMove", { side, move: ply.move, black, white });
    });
    if (said.length > 0) this.spoken = said.join(" ");
    ring(old, game, this.won);
    this.remote.calls(old, game);
    const passed = added.findLast((ply) => ply.move === "pass");
    if (passed) {
      this.notice = t("passNotice", { side: t(passed.side) });
      setTimeout(() => (this.notice = ""), NOTICE);
    }
  }

  private fail(error: unknown): void {
    this.failure = error instanceof ApiError ? error : new ApiError(0, "failed", String(error));
    // A refused move means that the page is behind: ask again.
    if (this.failure.status === 409) void api.game(this.id).then((game) => this.take(game), () => {});
  }
}
