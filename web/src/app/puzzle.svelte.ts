// A puzzle while it is solved: the moves so far, the verdict, and what is played out on the board afterwards.

import type { Mistake } from "../api/review";
import type { PositionView } from "../api/types";
import { squareIndex, squareName } from "../board/geometry";
import { legalSquares } from "../game/legal";
import { answerPause } from "../game/pace";
import { LinePlayer } from "./line.svelte";
import { preferences } from "./preferences.svelte";
import { puzzles, type Mode, type Puzzle, type Verdict } from "./puzzles";
import { refusalText } from "./refusals";
import { api } from "./server";

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

export class PuzzleSession {
  puzzle: Puzzle | null = $state.raw(null);
  position: PositionView | null = $state.raw(null);
  /** The verdict on the last move; `null` before the first. */
  verdict: Verdict | null = $state.raw(null);
  /** The move that was wrong. */
  wrong: string | null = $state(null);
  last: number | null = $state(null);
  why: Mistake | null = $state.raw(null);
  busy = $state(false);
  failure = $state("");
  /** The reply to the last right move. */
  reply: string = $state("");
  /** How many moves have been found. */
  found = $state(0);
  readonly line = new LinePlayer();
  private moves: string[] = [];
  private began = 0;
  /** Counts what was begun: what comes too late changes nothing. */
  private round = 0;

  get over(): boolean {
    return this.verdict?.over === true;
  }

  get solved(): boolean {
    return this.over && this.verdict?.right === true;
  }

  get legal(): ReadonlyMap<number, readonly number[]> {
    const asked = this.position && !this.busy && !this.over && !this.line.active;
    return asked ? legalSquares(this.position!.legal) : new Map();
  }

  /** Begins with a puzzle. */
  begin(puzzle: Puzzle): void {
    this.round += 1;
    this.line.leave();
    [this.puzzle, this.position, this.verdict, this.wrong, this.last, this.why] = [puzzle, puzzle.position, null, null, null, null];
    [this.moves, this.reply, this.found, this.failure, this.busy, this.began] = [[], "", 0, "", false, performance.now()];
  }

  /** Plays a square: the server judges, the reply follows when the discs have turned. */
  async choose(square: number, mode: Mode): Promise<void> {
    const { puzzle, round, legal } = this;
    const flips = legal.get(square);
    if (!puzzle || this.busy || !flips) return;
    this.busy = true;
    this.failure = "";
    const move = squareName(square);
    try {
      const milliseconds = Math.round(performance.now() - this.began);
      const verdict = await puzzles.attempt(puzzle.id, { line: this.moves, move, mode, milliseconds });
      if (round !== this.round) return;
      [this.position, this.last] = [verdict.positions[0]!, square];
      if (verdict.over) {
        this.verdict = verdict;
        if (!verdict.right) await this.explain(move, verdict, round);
        return;
      }
      this.moves = [...this.moves, move, ...verdict.reply];
      this.found += 1;
      await this.follow(verdict, square, flips, round);
    } catch (error) {
      this.failure = refusalText(error);
    } finally {
      if (round === this.round) this.busy = false;
    }
  }

  /** Shows the reply, move by move. */
  private async follow(verdict: Verdict, square: number, flips: readonly number[], round: number): Promise<void> {
    let pause = answerPause(square, flips, preferences.timing, preferences.current.answer);
    for (const [index, reply] of verdict.reply.entries()) {
      await wait(pause);
      if (round !== this.round) return;
      [this.position, this.last] = [verdict.positions[index + 1]!, squareIndex(reply)];
      pause = 400;
    }
    [this.verdict, this.reply] = [verdict, verdict.reply.find((reply) => reply !== "pass") ?? "pass"];
  }

  /** Asks the coach why a move is wrong, and plays the refutation out. */
  private async explain(move: string, verdict: Verdict, round: number): Promise<void> {
    this.wrong = move;
    const why = await api.explain(verdict.answer!.asked, move).catch(() => null);
    if (round !== this.round || why === null) return;
    this.why = why;
    await wait(500);
    if (round === this.round) await this.refute();
  }

  /** Plays out what follows the wrong move. */
  async refute(): Promise<void> {
    const moves = this.why?.played ?? [];
    if (this.verdict?.answer && moves.length > 0) await this.line.show(this.verdict.answer.asked, moves);
  }

  /** Plays the solution out from the first position. */
  async solution(): Promise<void> {
    if (this.puzzle && this.verdict?.answer) await this.line.show(this.puzzle.position.board, this.verdict.answer.line);
  }

  leave(): void {
    this.round += 1;
    this.line.leave();
  }
}
