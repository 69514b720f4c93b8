// How the engine thinks about the position on screen, as a page sees it.

import { think, type Depth, type Seen } from "../api/think";
import { refusalText } from "./refusals";
import { thinker } from "./who.svelte";

/** How long the engine may think about one position, in seconds. */
const SECONDS = 20;

export class Thinking {
  seen: Seen | null = $state.raw(null);
  /** One for each depth that was completed, the deepest last. */
  depths: readonly Depth[] = $state.raw([]);
  /** Whether the search goes on. */
  running = $state(false);
  /** Whether time ended it before all was proven. */
  stopped = $state(false);
  failure = $state("");
  private current: AbortController | null = null;

  get latest(): Depth | null {
    return this.depths.at(-1) ?? null;
  }

  /** Begins to think about a position, and stops to think about another one. */
  begin(text: string, seconds = SECONDS): void {
    this.end();
    const current = (this.current = new AbortController());
    [this.depths, this.failure, this.stopped, this.running] = [[], "", false, true];
    const done = (failure: string) => {
      if (this.current !== current) return;
      this.running = false;
      this.failure = failure;
    };
    const hear: Parameters<typeof think>[1] = (line) => {
      if (this.current !== current) return;
      if (line.type === "seen") this.seen = line;
      else if (line.type === "depth") this.depths = [...this.depths, line];
      else this.stopped = line.stopped;
    };
    think({ text, seconds }, hear, current.signal, (path, init) => thinker().fetch(path, init)).then(
      () => done(""),
      (error) => done(current.signal.aborted ? "" : refusalText(error)),
    );
  }

  /** Stops thinking. */
  end(): void {
    this.current?.abort();
    this.running = false;
  }
}
