// Makes this device a provider: one desk, some thinkers, and what they need, loaded when it is first needed.

import { Device } from "./coordinator";
import { Engine, revocable, sharedFlag } from "./engine";
import { addressOf, deskOf, filesOf, moduleOf, threadsOf, weightsOf, type EngineFiles } from "./files";
import type { WorkerLike } from "./messages";
import { state } from "./state.svelte";

/** Only one window at a time has the desk: what is kept has one writer. */
const LOCK = "outflank-desk";

/** How many searches run side by side: two, so that nobody waits for a review, where there is more than one core. */
export const seats = (cores: number): number => (cores > 1 ? 2 : 1);

let made: Promise<Device> | null = null;

/** The device; the first to ask waits until desk and storage are open. */
export const device = (kept = true): Promise<Device> => (made ??= make(kept).catch((error: unknown) => ((made = null), Promise.reject(error))));

async function make(kept: boolean): Promise<Device> {
  const files = await filesOf();
  const module = await deskOf(files);
  const desk: WorkerLike = new Worker(new URL("./desk.worker.ts", import.meta.url), { type: "module" });
  const made = new Device({
    desk,
    thinkers: {
      size: seats(navigator.hardwareConcurrency),
      start: () => thinker(files),
      flag: sharedFlag,
      token: revocable,
    },
    onTrouble: (trouble, message) => state.trouble(trouble, message),
    onKept: () => state.kept(),
  });
  if (kept) takeOver(made);
  const shipped = { book: addressOf(files.book), puzzles: addressOf(files.puzzles) };
  desk.postMessage({ start: { module, kept, language: document.documentElement.lang, shipped } });
  restWhenHidden(made);
  return made;
}

let alone: Engine | null = null;

/** The engine without a desk, for single questions. */
export function engine(): Engine {
  if (alone === null) restWhenHidden((alone = new Engine({ start: async () => thinker(await filesOf()) })));
  return alone;
}

/** How much memory engines have here now, in bytes. */
export async function memory(): Promise<number> {
  const desk = await made?.catch(() => null);
  return (desk?.memory ?? 0) + (alone?.memory ?? 0);
}

/** Nothing is searched while nobody looks. */
function restWhenHidden(one: { rest: (resting: boolean) => void }): void {
  const look = () => one.rest(document.visibilityState === "hidden");
  document.addEventListener("visibilitychange", look);
  look();
}

/** Takes the desk over from any other window, and gives it up to the next one. */
function takeOver(device: Device): void {
  if (!("locks" in navigator)) return;
  const held = () => new Promise<void>(() => {});
  navigator.locks.request(LOCK, { steal: true }, held).catch(() => device.end("taken-over", "another window goes on"));
}

async function thinker(files: EngineFiles): Promise<WorkerLike> {
  const threads = threadsOf(files);
  const [module, weights] = await Promise.all([moduleOf(files), weightsOf(files, (part) => (state.loading = part))]);
  state.loading = null;
  const worker: WorkerLike = new Worker(new URL("./thinker.worker.ts", import.meta.url), { type: "module" });
  worker.postMessage({ start: { module, weights, threads, book: addressOf(files.book) } });
  return worker;
}
