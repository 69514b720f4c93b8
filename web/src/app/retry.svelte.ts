// Trying moves of a game again: one position, or all mistakes one after the other. Everything is said beside the board.

import { squareName } from "../board/geometry";
import type { Side } from "../board/state";
import { signed } from "../i18n/catalogue";
import { mistakes } from "../review/mistakes";
import { t } from "./preferences.svelte";
import type { ReviewSession } from "./review.svelte";

export class Retry {
  /** The plies that are tried again; empty if none are. */
  list: readonly number[] = $state.raw([]);
  place = $state(0);
  said = $state("");
  /** Whether a move is waited for: values are hidden then. */
  asking = $state(false);
  private right = $state(0);
  private missed = false;

  constructor(private readonly session: ReviewSession) {}

  get running(): boolean {
    return this.list.length > 0;
  }

  /** Whether all have been tried. */
  get over(): boolean {
    return this.running && this.place >= this.list.length;
  }

  /** The ply that is tried again. */
  get ply(): number {
    return this.list[this.place] ?? 0;
  }

  get score() {
    return { right: this.right, n: this.list.length };
  }

  /** Lists what a side can try again; of both if nobody is meant. */
  mistakes(side: Side | null): number[] {
    return mistakes(this.session.summary?.plies ?? [], side);
  }

  start(list: readonly number[]): void {
    [this.list, this.right] = [list, 0];
    this.pose(0);
  }

  next = () => this.pose(this.place + 1);

  stop = () => {
    this.list = [];
    this.asking = false;
  };

  /** Gives the answer. */
  answer = () => {
    const best = this.session.reviewed?.moves[0];
    if (best) this.said = t("tryAnswer", { best: best.move, score: signed(best.score) });
    this.missed = true;
    this.asking = false;
  };

  /** Takes a move that was tried on the board. */
  attempt(square: number): void {
    const moves = this.session.reviewed?.moves ?? [];
    const known = moves.find(({ move }) => move === squareName(square));
    if (!known || !this.asking) return;
    const values = { move: known.move, score: signed(known.score), best: moves[0]?.move ?? "", n: known.loss };
    if (known.loss > 0 && known.label !== "good") {
      this.missed = true;
      this.said = t("retryWrong", values);
      return;
    }
    this.said = t(known.loss > 0 ? "retryClose" : "retryRight", values);
    this.asking = false;
    if (!this.missed) this.right += 1;
  }

  private pose(place: number): void {
    [this.place, this.said, this.missed] = [place, "", false];
    this.asking = !this.over;
    if (this.asking) this.session.goToPly(this.ply);
  }
}
