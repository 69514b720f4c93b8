// Runs the desk: hands it events, keeps what it wants kept, and tells the pages the rest. Nothing is answered before it is
// kept, and everything is told in the order in which it happened.

import { isFull, type Change, type Keep } from "./keep";
import type { DeskEvent, DeskNews, Effect, PageEffect } from "./messages";

/** The desk itself: our Rust code. */
export interface Desk {
  /** Hands over a value that was kept. */
  load(key: string, bytes: Uint8Array): void;
  /** Hands over a file, which the next request speaks of. */
  file(bytes: Uint8Array): void;
  call(event: DeskEvent & { readonly now?: number }): readonly Effect[];
}

export interface DeskSurroundings {
  readonly tell: (news: DeskNews) => void;
  readonly now: () => number;
  readonly later: (callback: () => void, milliseconds: number) => void;
  /** Fetches a file that came with the pages, by the name the desk has for it. */
  readonly fetched: (file: string) => Promise<Uint8Array>;
}

/** Events that happen to something that is over: no matter when. */
const TIMELESS: ReadonlySet<DeskEvent["event"]> = new Set(["close", "abort"]);

const isKept = (effect: Effect): effect is Extract<Effect, { effect: "put" | "remove" }> => effect.effect === "put" || effect.effect === "remove";

/** Reads base64. */
export function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64);
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}

export class DeskRunner {
  private told: Promise<void> = Promise.resolve();
  /** How many deliveries wait for what comes before them. */
  private pending = 0;

  constructor(
    private readonly desk: Desk,
    private readonly keep: Keep,
    private readonly around: DeskSurroundings,
  ) {}

  /** Gives the desk what was kept, and begins. */
  async start(language: string): Promise<void> {
    await this.keep.each((key, bytes) => this.desk.load(key, bytes));
    this.hear({ event: "start", language });
    await this.told;
    this.around.tell({ news: "ready" });
  }

  hear(event: DeskEvent, file?: Uint8Array): void {
    let effects: readonly Effect[];
    try {
      if (file) this.desk.file(file);
      effects = this.desk.call(TIMELESS.has(event.event) ? event : { ...event, now: this.around.now() });
    } catch (error) {
      this.around.tell({ news: "trouble", trouble: "desk-failed", message: String(error) });
      return;
    }
    this.carryOut(effects);
  }

  private carryOut(effects: readonly Effect[]): void {
    const changes: Change[] = [];
    const rest: PageEffect[] = [];
    for (const effect of effects) {
      if (isKept(effect)) changes.push({ key: effect.key, bytes: effect.effect === "put" ? bytesOf(effect.bytes) : null });
      else if (effect.effect === "timer") this.around.later(() => this.hear({ event: "timer", timer: effect.timer }), effect.after);
      else if (effect.effect === "need") void this.provide(effect.file);
      else if (effect.effect === "fault") this.around.tell({ news: "trouble", trouble: "desk-failed", message: effect.message });
      else rest.push(effect);
    }
    if (changes.length === 0 && this.pending === 0) return this.tell(rest);
    this.pending += 1;
    this.told = this.told.then(async () => {
      if (changes.length > 0) await this.write(changes);
      this.pending -= 1;
      this.tell(rest);
    });
  }

  /** Fetches what the desk needs, and tells it if that fails. */
  private async provide(file: string): Promise<void> {
    const found = await this.around.fetched(file).catch((error: unknown) => String(error));
    if (typeof found === "string") this.hear({ event: "fetched", file, failed: found });
    else this.hear({ event: "fetched", file }, found);
  }

  private async write(changes: readonly Change[]): Promise<void> {
    try {
      await this.keep.write(changes);
      this.around.tell({ news: "kept" });
    } catch (error) {
      this.around.tell({ news: "trouble", trouble: isFull(error) ? "storage-full" : "storage-refused", message: String(error) });
    }
  }

  private tell(effects: readonly PageEffect[]): void {
    if (effects.length > 0) this.around.tell({ news: "effects", effects });
  }
}
