// What the opening book says of the position on the board: asked whenever that changes.

import type { BookView } from "../api/types";
import { START } from "../game/starts";
import type { ReviewSession } from "./review.svelte";
import { api } from "./server";

/** Follows a session. */
export class BookWatch {
  /** The last answer; `null` before the first, or if the book may not be asked. */
  view = $state.raw<BookView | null>(null);
  /** What the answer belongs to. */
  private asked = "";

  /** Asks for the line that leads to the position on the board. */
  async look(session: Pick<ReviewSession, "game" | "path">): Promise<void> {
    if (session.game === null) return;
    const start = session.game.positions[0]?.board ?? START;
    const moves = session.path.filter((move) => move !== "pass").join("");
    const query = { position: start === START ? "" : start, moves };
    const now = JSON.stringify(query);
    if (now === this.asked) return;
    this.asked = now;
    try {
      const view = await api.book(query);
      if (now === this.asked) this.view = view;
    } catch {
      // In a running game between people nobody is told anything: there is nothing to show.
      if (now === this.asked) this.view = null;
    }
  }
}
