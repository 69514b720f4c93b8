// A review as a page sees it: the game and its variations, what the server has found, and the actions.

import type { Explained, GameOpened, Mistake, Moment, MoveValue, PlyJudged, PositionValue, ReviewedValue, ReviewMessage, ReviewWish, Summary } from "../api/review";
import { readMessage } from "../api/review";
import { follow, type LiveState } from "../api/live";
import { OPEN, type Connection } from "../api/provider";
import type { PositionView } from "../api/types";
import { squareIndex, squareName } from "../board/geometry";
import type { Side } from "../board/state";
import { legalSquares } from "../game/legal";
import { START } from "../game/starts";
import { readStudy } from "../game/study";
import type { Step } from "../game/timeline";
import * as trees from "../game/tree";
import { nextMoment, previousMoment, walkOf } from "../review/moments";
import { LinePlayer } from "./line.svelte";
import { reviewer } from "./who.svelte";

const key = (moves: readonly string[]) => moves.join(" ");

/** What names a game: a text, a number, a key of the library, or the name of a study. */
export type GameName = { readonly text: string } | { readonly game: number } | { readonly entry: number } | { readonly study: string };

export class ReviewSession {
  game: GameOpened | null = $state.raw(null);
  tree: trees.GameTree = $state.raw(trees.lineTree([]));
  at: number = $state(trees.ROOT);
  summary: Summary | null = $state.raw(null);
  live: LiveState = $state("connecting");
  refusal = $state("");
  paused = $state(false);
  /** The side of the person at the screen; `null` if nobody or both are. */
  you: Side | null = $state(null);
  /** A line that is played out over what is shown. */
  readonly line = new LinePlayer();
  private values: ReadonlyMap<string, PositionValue> = $state.raw(new Map());
  private positions: ReadonlyMap<string, PositionView> = $state.raw(new Map());
  /** Why moves of the game were mistakes, by ply. */
  private explained: ReadonlyMap<number, Explained> = $state.raw(new Map());
  /** Why moves that were tried are mistakes, by the position and the move. */
  private reasons: ReadonlyMap<string, Mistake> = $state.raw(new Map());
  /** The nodes of the game itself: whatever is promoted, these are what was played. */
  private played: readonly string[] = $state.raw([]);
  private socket: Connection | null = null;
  /** Whether the server only knows the rules, and searches nothing. */
  private resting = false;
  private opened: GameName | null = null;
  /** How many games were opened: a game that only comes again, as after a broken connection, is not another one. */
  taken = $state(0);
  /** Whether the last step was a move, after which a pass follows by itself. */
  private moving = false;

  /** Connects; the returned function leaves, and the server stops its searches. */
  enter(): () => void {
    const leave = follow<ReviewMessage>({
      connect: () => (this.socket = reviewer().connect("/api/review")),
      read: readMessage,
      onMessage: (message) => this.hear(message),
      onState: (state) => {
        this.live = state;
        if (state === "open") this.begin();
      },
    });
    return () => {
      this.line.leave();
      leave();
    };
  }

  /** Opens a text in any format, a game or a study by its name; `at` is the position to look at, `null` the last. */
  open(what: string | GameName, at: number | null = null): void {
    this.opened = typeof what === "string" ? { text: what } : what;
    this.wanted = at;
    this.game = null;
    this.refusal = "";
    if (this.live === "open") this.begin();
  }
  private wanted: number | null = null;

  private begin(): void {
    if (this.opened === null) return;
    if (this.resting || this.paused) this.say({ type: "pause", paused: true });
    this.say({ type: "open", ...this.opened });
  }

  get path(): string[] {
    return trees.movesTo(this.tree, this.at);
  }

  /** The position that is shown; `null` until the server has said what it is. */
  get position(): PositionView | null {
    return this.positions.get(key(this.path)) ?? null;
  }

  /** What is known of the position that is shown. */
  get value(): PositionValue | null {
    return this.values.get(this.position?.board ?? "") ?? null;
  }

  /** What the review says of the position that is shown: what labels, graph and sentences speak of. */
  get reviewed(): PositionValue | ReviewedValue | null {
    return this.value?.review ?? this.value;
  }

  /** The key moments in the order in which they are walked. */
  get walk(): readonly Moment[] {
    return walkOf(this.summary?.story.moments ?? [], this.you);
  }

  /** The key moment that is looked at, as a place in the walk; `null` elsewhere. */
  get moment(): number | null {
    const found = this.ply === null ? -1 : this.walk.findIndex(({ ply }) => ply === this.ply);
    return found < 0 ? null : found;
  }

  /** Where the walk goes on and where it came from; `null` at its ends. */
  get nextMoment(): number | null {
    return nextMoment(this.walk, this.branch);
  }
  get previousMoment(): number | null {
    return previousMoment(this.walk, this.branch);
  }

  /** Goes to a key moment; tells whether there is one. */
  toMoment(place: number | null): boolean {
    const found = place === null ? undefined : this.walk[place];
    if (found) this.goToPly(found.ply);
    return found !== undefined;
  }

  /** The number of the move of a ply as lists count it: passes have none. */
  number(ply: number): number {
    return this.played.slice(0, ply + 1).filter((move) => move !== "pass").length;
  }

  /** How many plies of the game lead to what is shown; `null` in a variation. */
  get ply(): number | null {
    const path = this.path;
    return path.length <= this.played.length && path.every((move, index) => move === this.played[index]) ? path.length : null;
  }

  /** How many plies of the game lead to where the variation begins. */
  get branch(): number {
    const path = this.path;
    const first = path.findIndex((move, index) => move !== this.played[index]);
    return first < 0 ? path.length : first;
  }

  /** What the game went on with from here; `null` at its end and in variations. */
  get next(): string | null {
    return this.ply === null ? null : (this.played[this.ply] ?? null);
  }

  /** What the move that led here was worth. */
  get judged(): PlyJudged | null {
    return this.ply ? (this.summary?.plies[this.ply - 1] ?? null) : null;
  }

  /** The move that led here and what is known of the moves before it; `null` at the start and after a pass. */
  get tried(): { readonly board: string; readonly move: string; readonly one: MoveValue; readonly best: MoveValue; readonly depth: number } | null {
    const [before, move] = [this.path.slice(0, -1), this.path.at(-1)];
    const board = this.positions.get(key(before))?.board ?? "";
    const value = this.values.get(board);
    const [one, best] = [value?.moves.find((known) => known.move === move), value?.moves[0]];
    return value && one && best && move && move !== "pass" ? { board, move, one, best, depth: value.depth } : null;
  }

  /** The position on screen as a text that other pages open: moves from the usual start, else a board. */
  get here(): string {
    const usual = this.game?.positions[0]?.board === START;
    const moves = this.path.filter((move) => move !== "pass").join("");
    return usual && moves !== "" ? moves : (this.position?.board ?? START);
  }

  /** Tells whether a loss, in discs, is large enough to be explained. */
  isExplained(loss: number): boolean {
    return this.game !== null && loss >= this.game.significant;
  }

  /** Why a move of the game was a mistake; `null` if that is not known. */
  why(ply: number | null): Explained | null {
    return ply === null ? null : (this.explained.get(ply) ?? null);
  }

  /** Why a move that was tried is a mistake; `undefined` if that is not known. */
  whyTried(board: string, move: string): Mistake | undefined {
    return this.reasons.get(`${board} ${move}`);
  }
  learnTried(board: string, move: string, why: Mistake): void {
    this.reasons = new Map(this.reasons).set(`${board} ${move}`, why);
  }

  get last(): number | null {
    return squareIndex(this.path.findLast((move) => move !== "pass") ?? "");
  }

  get legal(): ReadonlyMap<number, readonly number[]> {
    return legalSquares((this.line.position ?? this.position)?.legal ?? []);
  }

  get timeline() {
    if (this.line.active) return this.line.timeline;
    return { at: this.path.length, length: trees.lineThrough(this.tree, this.at).length };
  }

  /** What is known of the moves of a position of the game. */
  valueAt(ply: number): PositionValue | null {
    return this.values.get(this.game?.positions[ply]?.board ?? "") ?? null;
  }

  /** What the review says of the moves of a position of the game. */
  reviewedAt(ply: number): PositionValue | ReviewedValue | null {
    const value = this.valueAt(ply);
    return value?.review ?? value;
  }

  step(how: Step): void {
    if (this.line.active) return this.line.step(how);
    const line = trees.lineThrough(this.tree, this.at);
    if (how === "first") this.goTo(trees.ROOT);
    else if (how === "back") this.goTo(trees.back(this.tree, this.at));
    else if (how === "forward") this.goTo(trees.forward(this.tree, this.at));
    else this.goTo(line.at(-1) ?? trees.ROOT);
  }

  goTo(node: number): void {
    this.line.leave();
    this.moving = false;
    this.at = node;
    this.look();
  }

  /** Goes to a position of the game. */
  goToPly(ply: number): void {
    this.line.leave();
    let [node, tree] = [trees.ROOT, this.tree];
    for (const move of this.played.slice(0, ply)) {
      const added = trees.addMove(tree, node, move);
      [node, tree] = [added.id, added.tree];
    }
    this.tree = tree;
    this.goTo(node);
  }

  /** Tries a move; what is illegal is ignored. In a line it becomes a variation, and the line with it. */
  play(square: number): void {
    if (!this.legal.has(square)) return;
    this.add([...this.line.moves.slice(0, this.line.at), squareName(square)], false, false);
  }

  /** Plays a line out from here, or shows it up to a move. */
  show(moves: readonly string[], score: { readonly score: number; readonly exact: boolean } | null = null, upTo: number | null = null): void {
    const board = this.position?.board;
    if (board) void this.line.show(board, moves, score, upTo);
  }

  /** Goes along a line from here, as a variation; one that is only shown is not kept with the study. */
  add(moves: readonly string[], stay = false, shown = true): void {
    let [node, tree] = [this.at, this.tree];
    for (const move of moves) {
      const added = trees.addMove(tree, node, move, shown);
      [node, tree] = [added.id, added.tree];
    }
    this.tree = tree;
    if (stay) return;
    this.goTo(node);
    this.moving = true;
  }

  promote = () => (this.tree = trees.promoteToMain(this.tree, this.at));
  comment = (text: string) => (this.tree = trees.setComment(this.tree, this.at, text));
  mark = (marks: readonly string[]) => (this.tree = trees.setNotes(this.tree, this.at, { marks }));
  nameLine = (name: string) => (this.tree = trees.setNotes(this.tree, this.at, { name }));

  /** Deletes the present node with all that follows; the game itself can be brought back by going there. */
  remove(): void {
    const doomed = this.at;
    const before = trees.back(this.tree, doomed);
    this.tree = trees.remove(this.tree, doomed);
    this.goTo(before);
  }

  solve = () => this.say({ type: "solve" });
  set = (change: { exact_from?: number; threads?: number }) => this.say({ type: "set", ...change });

  pause(paused: boolean): void {
    this.paused = paused;
    this.say({ type: "pause", paused: paused || this.resting });
  }

  /** Lets the server search nothing for as long as something else is looked at. */
  rest(resting: boolean): void {
    if (resting === this.resting) return;
    this.resting = resting;
    this.say({ type: "pause", paused: this.paused || resting });
  }

  /** Finds what is known of a move of the present position. */
  known(move: string): MoveValue | null {
    return this.value?.moves.find((one) => one.move === move) ?? null;
  }

  private look(): void {
    this.say({ type: "look", moves: this.path });
  }

  private say(wish: ReviewWish): void {
    if (this.socket?.readyState === OPEN) this.socket.send(JSON.stringify(wish));
  }

  private hear(message: ReviewMessage): void {
    if (message.type === "game") this.take(message);
    else if (message.type === "value") this.values = new Map(this.values).set(message.board, message);
    else if (message.type === "summary") this.summary = message;
    else if (message.type === "explained") this.explained = new Map(this.explained).set(message.ply, message);
    else if (message.type === "refused") this.refusal = message.message;
    else if (message.type === "position") this.arrive(message.moves, message.position);
  }

  private take(game: GameOpened): void {
    const again = this.game !== null && key(this.game.plies) === key(game.plies);
    this.game = game;
    this.refusal = "";
    this.played = game.plies;
    const known = game.positions.map((position, ply) => [key(game.plies.slice(0, ply)), position] as const);
    this.positions = new Map(again ? [...this.positions, ...known] : known);
    if (again) return this.look();
    this.values = new Map();
    this.summary = null;
    this.explained = new Map();
    const kept = game.study?.tree ?? game.tree;
    this.tree = kept ? readStudy(kept) : trees.lineTree(game.plies);
    this.taken += 1;
    this.goToPly(Math.min(this.wanted ?? game.plies.length, game.plies.length));
  }

  private arrive(moves: readonly string[], position: PositionView): void {
    this.positions = new Map(this.positions).set(key(moves), position);
    const here = key(moves) === key(this.path);
    if (here && this.moving && !position.finished && position.legal.length === 0) this.add(["pass"], false, trees.nodeOf(this.tree, this.at).shown);
  }
}
