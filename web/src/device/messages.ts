// What desk and pages say to each other: events go in, effects come out, both as plain objects.

/** How urgent a search is: what somebody waits for comes first, thinking on somebody's time last. */
export const CLASSES = ["move", "hint", "analysis", "review", "ponder"] as const;
export type JobClass = (typeof CLASSES)[number];

/** A search that the desk wants. */
export interface Job {
  readonly job: number;
  readonly class: JobClass;
  readonly task: unknown;
  /** The game that it is for: the Worker of the game's last search still has what was found there. */
  readonly game?: number;
}

export type DeskEvent =
  | { readonly event: "start"; readonly language: string }
  | { readonly event: "request"; readonly id: number; readonly method: string; readonly path: string; readonly query: string; readonly body: string; readonly file?: true }
  | { readonly event: "abort"; readonly id: number }
  | { readonly event: "open"; readonly socket: number; readonly path: string; readonly query: string }
  | { readonly event: "message"; readonly socket: number; readonly text: string }
  | { readonly event: "close"; readonly socket: number }
  | { readonly event: "report"; readonly job: number; readonly line: unknown }
  | { readonly event: "done"; readonly job: number; readonly result: unknown }
  | { readonly event: "failed"; readonly job: number; readonly reason: string }
  | { readonly event: "timer"; readonly timer: number }
  | { readonly event: "fetched"; readonly file: string; readonly failed?: string };

/** Effects that the pages' side carries out. */
export type PageEffect =
  | { readonly effect: "answer"; readonly id: number; readonly status: number; readonly type: string; readonly body: string; readonly base64?: boolean; readonly name?: string }
  | { readonly effect: "begin"; readonly id: number; readonly status: number; readonly type: string }
  | { readonly effect: "chunk"; readonly id: number; readonly text: string }
  | { readonly effect: "end"; readonly id: number }
  | { readonly effect: "send"; readonly socket: number; readonly text: string }
  | { readonly effect: "shut"; readonly socket: number; readonly code: number }
  | ({ readonly effect: "job" } & Job)
  | { readonly effect: "cancel"; readonly job: number };

/** Effects that are carried out beside the desk, in its Worker. */
export type DeskEffect =
  | { readonly effect: "fault"; readonly message: string }
  | { readonly effect: "put"; readonly key: string; readonly bytes: string }
  | { readonly effect: "remove"; readonly key: string }
  | { readonly effect: "need"; readonly file: string }
  | { readonly effect: "timer"; readonly timer: number; readonly after: number };

export type Effect = PageEffect | DeskEffect;

/** What keeps values from working as they should, for the bar that says so. */
export type Trouble = "storage-full" | "storage-refused" | "desk-failed" | "taken-over";

/** What the desk's Worker tells. */
export type DeskNews =
  | { readonly news: "ready" }
  | { readonly news: "effects"; readonly effects: readonly PageEffect[] }
  | { readonly news: "kept" }
  | { readonly news: "trouble"; readonly trouble: Trouble; readonly message: string };

/** The part of a Worker that is used here. */
export interface WorkerLike {
  onmessage: ((event: MessageEvent) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
  postMessage(message: unknown, transfer?: Transferable[]): void;
  terminate(): void;
}
