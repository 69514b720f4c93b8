// The Worker of the desk: the studio without a server.

import { DeskRunner } from "./desk";
import { openKeep, type Keep } from "./keep";
import type { DeskEvent, DeskNews } from "./messages";
import { fetchBytes } from "./fetching";
import { openDesk } from "./wasm";

interface Start {
  readonly module: WebAssembly.Module;
  /** Whether anything outlives the page. */
  readonly kept: boolean;
  readonly language: string;
  /** Where files lie that came with the pages, by the names that the desk has for them. */
  readonly shipped: Readonly<Record<string, string>>;
}
type Said = { readonly start: Start } | { readonly event: DeskEvent; readonly file?: ArrayBuffer };

const tell = (news: DeskNews) => postMessage(news);
const NOTHING: Keep = { each: () => Promise.resolve(), write: () => Promise.resolve() };

let runner: Promise<DeskRunner> | null = null;

async function start({ module, kept, language, shipped }: Start): Promise<DeskRunner> {
  const desk = openDesk(module);
  const refused = (error: unknown): Keep => {
    tell({ news: "trouble", trouble: "storage-refused", message: String(error) });
    return NOTHING;
  };
  const keep = kept ? await openKeep().catch(refused) : NOTHING;
  const made = new DeskRunner(desk, keep, {
    tell,
    now: Date.now,
    later: (callback, milliseconds) => void setTimeout(callback, milliseconds),
    fetched: (file) => fetchBytes(shipped[file] ?? file),
  });
  await made.start(language);
  return made;
}

onmessage = ({ data }: MessageEvent<Said>) => {
  if ("start" in data) {
    runner = start(data.start);
    runner.catch((error: unknown) => tell({ news: "trouble", trouble: "desk-failed", message: String(error) }));
  } else {
    const { event, file } = data;
    void runner?.then((one) => one.hear(event, file && new Uint8Array(file)), () => {});
  }
};
