// The files of the engine: a list says what they are called, and each is loaded when it is first needed.

export interface EngineFiles {
  /** The code of the desk. */
  readonly desk: string;
  /** The code of the engine. */
  readonly module: string;
  /** The same code for several threads that share memory; null if there is none. */
  readonly threads: string | null;
  readonly weights: string;
  /** The opening book, and the puzzles. */
  readonly book: string;
  readonly puzzles: string;
  /** How large the weights are, in bytes. */
  readonly size: number;
}

/** Where pages and engine lie: on a server at its root, on a site in its folder, which is all that stands before the `#`. */
const base = () => new URL(import.meta.env.BASE_URL, document.baseURI);

/** The most threads that a search uses: more hardly help. */
const MOST = 8;

/** The whole address of a file, for Workers, who lie elsewhere. */
export const addressOf = (name: string): string => new URL(name, base()).href;

let listed: Promise<EngineFiles> | null = null;
let weights: Promise<ArrayBuffer> | null = null;

/** What the engine's files are called; fails where these pages came without an engine. */
export const filesOf = (): Promise<EngineFiles> => (listed ??= list().catch((error: unknown) => ((listed = null), Promise.reject(error))));

async function list(): Promise<EngineFiles> {
  const answer = await fetch(new URL("engine.json", base()));
  if (!answer.ok) throw new Error(`engine.json: ${answer.status}`);
  return (await answer.json()) as EngineFiles;
}

const codes = new Map<string, Promise<WebAssembly.Module>>();

function compiled(name: string): Promise<WebAssembly.Module> {
  const known = codes.get(name) ?? compile(name);
  codes.set(name, known);
  known.catch(() => codes.delete(name));
  return known;
}

async function compile(name: string): Promise<WebAssembly.Module> {
  const address = new URL(name, base());
  // Hosts that do not know the kind of the file are served as well.
  return WebAssembly.compileStreaming(fetch(address)).catch(async () => WebAssembly.compile(await (await fetch(address)).arrayBuffer()));
}

/** The code of the desk. */
export const deskOf = (files: EngineFiles): Promise<WebAssembly.Module> => compiled(files.desk);


/** How many threads a search may use here: one where the page is not isolated. */
export const threadsHere = (): number => (globalThis.crossOriginIsolated ? Math.max(1, Math.min(MOST, navigator.hardwareConcurrency - 1)) : 1);

/** How many threads a search uses with these files. */
export const threadsOf = (files: EngineFiles): number => (files.threads === null ? 1 : threadsHere());

/** The code of the engine for as many threads, compiled once for all Workers. */
export const moduleOf = (files: EngineFiles): Promise<WebAssembly.Module> => compiled((threadsOf(files) > 1 && files.threads) || files.module);

/** What the engine has learned; `progress` hears which part of it is there. */
export const weightsOf = (files: EngineFiles, progress: (part: number) => void): Promise<ArrayBuffer> =>
  (weights ??= read(files, progress).catch((error: unknown) => ((weights = null), Promise.reject(error))));

async function read(files: EngineFiles, progress: (part: number) => void): Promise<ArrayBuffer> {
  const answer = await fetch(new URL(files.weights, base()));
  if (!answer.ok || answer.body === null) throw new Error(`${files.weights}: ${answer.status}`);
  const whole = new Uint8Array(files.size);
  let filled = 0;
  progress(0);
  for (const reader = answer.body.getReader(); ; ) {
    const { done, value } = await reader.read();
    if (done) break;
    if (filled + value.length > files.size) throw new Error(`${files.weights} is larger than ${files.size} bytes`);
    whole.set(value, filled);
    filled += value.length;
    progress(filled / files.size);
  }
  if (filled !== files.size) throw new Error(`${files.weights} ends after ${filled} of ${files.size} bytes`);
  return whole.buffer;
}
