// Searches on this device: a few Workers, and what waits for one. What somebody waits for comes first; a search that is
// less urgent makes room for it and begins again later. Nothing is searched while the page is hidden.

import { CLASSES, type Job, type WorkerLike } from "./messages";

/** How long a search may take to stop by itself, in milliseconds, before its Worker is replaced. */
const GRACE = 40;
/** The same for thinking on somebody's time, whose Worker has what the next move needs. */
const PONDER_GRACE = 90;

export interface PoolOptions {
  /** How many searches run side by side. */
  readonly size: number;
  /** Starts a Worker with engine and weights. */
  readonly start: () => Promise<WorkerLike>;
  readonly report: (job: number, line: unknown) => void;
  readonly done: (job: number, result: unknown) => void;
  readonly failed: (job: number, reason: string) => void;
  /** Makes the flag that stops a search; null where memory cannot be shared. */
  readonly flag?: () => Int32Array<SharedArrayBuffer> | null;
  /** Makes the address that a search looks for where memory cannot be shared, and takes it away: then it ends. */
  readonly token?: Token;
}

/** Browsers let a Worker that was ended compute on for seconds; what it looks for now and then can be taken away at once. */
export interface Token {
  readonly make: () => string;
  readonly end: (token: string) => void;
}

/** What a Worker that thinks tells. */
export type ThinkerNews =
  | { readonly run: number; readonly line: unknown }
  | { readonly run: number; readonly result: unknown; readonly memory?: number }
  | { readonly run: number; readonly failed: string };

interface Seat {
  worker: WorkerLike | null;
  job: Job | null;
  /** Which search this is: what an earlier one tells is not heard. */
  run: number;
  flag: Int32Array<SharedArrayBuffer> | null;
  token: string | null;
  /** How much memory its engine has, in bytes. */
  memory: number;
  /** The game that its engine has searched for last. */
  game: number | null;
  /** Whether the search that runs was told to stop. */
  stopping: boolean;
  late: ReturnType<typeof setTimeout> | undefined;
}

const urgency = (job: Job) => CLASSES.indexOf(job.class);

export class ThinkerPool {
  private readonly seats: Seat[];
  private waiting: Job[] = [];
  private runs = 0;
  private resting = false;

  constructor(private readonly options: PoolOptions) {
    this.seats = Array.from({ length: options.size }, () => ({ worker: null, job: null, run: 0, flag: null, token: null, memory: 0, game: null, stopping: false, late: undefined }));
  }

  /** How many searches run now. */
  get running(): number {
    return this.seats.filter((seat) => seat.job !== null || seat.stopping).length;
  }

  /** How much memory the engines have, in bytes. */
  get memory(): number {
    return this.seats.reduce((sum, { memory }) => sum + memory, 0);
  }

  add(job: Job): void {
    const place = this.waiting.findIndex((other) => urgency(other) > urgency(job));
    this.waiting.splice(place < 0 ? this.waiting.length : place, 0, job);
    this.assign();
  }

  cancel(id: number): void {
    this.waiting = this.waiting.filter(({ job }) => job !== id);
    for (const seat of this.seats) if (seat.job?.job === id) this.stop(seat);
    this.assign();
  }

  /** Stops all searches; they begin again with `wake`. */
  rest(): void {
    this.resting = true;
    for (const seat of this.seats) this.putBack(seat);
  }

  wake(): void {
    this.resting = false;
    this.assign();
  }

  /** Ends all Workers. */
  end(): void {
    this.waiting = [];
    this.resting = true;
    for (const seat of this.seats) this.dismiss(seat);
  }

  /** Stops a search and lets it wait again. */
  private putBack(seat: Seat): void {
    const { job } = seat;
    if (job === null) return;
    const place = this.waiting.findIndex((other) => urgency(other) >= urgency(job));
    this.waiting.splice(place < 0 ? this.waiting.length : place, 0, job);
    this.stop(seat);
  }

  private assign(): void {
    while (!this.resting && this.waiting.length > 0) {
      const next = this.waiting[0]!;
      const knows = (seat: Seat) => next.game !== undefined && seat.game === next.game;
      // What was found for its game is in a Worker that is about to stop.
      if (this.seats.some((seat) => seat.stopping && knows(seat))) return;
      const idle = this.seats.filter((seat) => seat.job === null && !seat.stopping);
      const free = idle.find(knows) ?? idle[0];
      if (free) {
        this.waiting.shift();
        void this.begin(free, next);
        continue;
      }
      // A Worker that is about to stop takes what comes next.
      if (this.seats.some((seat) => seat.stopping)) return;
      const least = this.seats.reduce((one, other) => (urgency(one.job!) >= urgency(other.job!) ? one : other));
      if (urgency(least.job!) <= urgency(next)) return;
      this.putBack(least);
    }
  }

  private async begin(seat: Seat, job: Job): Promise<void> {
    const run = (this.runs += 1);
    [seat.job, seat.run, seat.game] = [job, run, job.game ?? null];
    try {
      seat.worker ??= this.listen(seat, await this.options.start());
    } catch (error) {
      if (seat.run !== run || seat.job === null) return;
      seat.job = null;
      this.options.failed(job.job, error instanceof Error ? error.message : String(error));
      return this.assign();
    }
    // Somebody may have stopped it while the engine was loaded.
    if (seat.run !== run || seat.job === null) return;
    seat.flag = this.options.flag?.() ?? null;
    seat.token = seat.flag === null ? (this.options.token?.make() ?? null) : null;
    seat.worker.postMessage({ run, task: job.task, flag: seat.flag, token: seat.token, ponders: job.class === "ponder" });
  }

  private listen(seat: Seat, worker: WorkerLike): WorkerLike {
    worker.onmessage = ({ data }) => this.hear(seat, data as ThinkerNews);
    worker.onerror = (event) => {
      const { job } = seat;
      this.dismiss(seat);
      if (job) this.options.failed(job.job, event.message || "the engine stopped");
      this.assign();
    };
    return worker;
  }

  private hear(seat: Seat, news: ThinkerNews): void {
    if (news.run !== seat.run) return;
    const { job } = seat;
    if ("line" in news) {
      if (job) this.options.report(job.job, news.line);
      return;
    }
    clearTimeout(seat.late);
    this.takeToken(seat);
    if ("result" in news) seat.memory = news.memory ?? 0;
    [seat.job, seat.stopping] = [null, false];
    if (job && "result" in news) this.options.done(job.job, news.result);
    else if (job && "failed" in news) this.options.failed(job.job, news.failed);
    this.assign();
  }

  /** Stops what a Worker does: by its flag if it has one, else by its end, unless it thinks on somebody's time. */
  private stop(seat: Seat): void {
    const { flag, job } = seat;
    const ponders = job?.class === "ponder" && seat.token !== null;
    seat.job = null;
    if (seat.worker === null) return;
    if (flag === null && !ponders) return this.dismiss(seat);
    seat.stopping = true;
    if (flag !== null) Atomics.store(flag, 0, 1);
    this.takeToken(seat);
    clearTimeout(seat.late);
    seat.late = setTimeout(() => {
      this.dismiss(seat);
      this.assign();
    }, flag === null ? PONDER_GRACE : GRACE);
  }

  private takeToken(seat: Seat): void {
    if (seat.token !== null) this.options.token?.end(seat.token);
    seat.token = null;
  }

  private dismiss(seat: Seat): void {
    clearTimeout(seat.late);
    this.takeToken(seat);
    seat.worker?.terminate();
    Object.assign(seat, { worker: null, job: null, flag: null, memory: 0, game: null, stopping: false });
  }
}
