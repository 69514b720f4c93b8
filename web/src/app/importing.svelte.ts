// An import of files into the library, as a page sees it.

import type { ImportProgress } from "../api/types";
import { refusalText } from "./refusals";
import { api } from "./server";

/** How often the server is asked how far it is, in milliseconds. */
const LOOK = 300;

export interface Sent {
  readonly name: string;
  readonly body: Blob;
}

/** Gives files names of their own; what the system keeps for itself is left out. */
export function named(files: readonly File[]): Sent[] {
  const seen = new Set<string>();
  return files
    .filter((file) => !file.name.startsWith(".") && file.size > 0)
    .map((file) => {
      let name = file.name;
      for (let copy = 2; seen.has(name); copy += 1) name = `${copy}-${file.name}`;
      seen.add(name);
      return { name, body: file };
    });
}

export class Importing {
  /** What the server says; nothing before there is an import. */
  progress: ImportProgress | null = $state.raw(null);
  /** How many files are sent, and how many there are. */
  sent = $state(0);
  files = $state(0);
  failure = $state("");
  busy = $state(false);

  /** From 0 to 1; nothing if it cannot be told. */
  get share(): number | null {
    const { progress } = this;
    if (progress === null || progress.state === "collecting") return this.files === 0 ? null : (0.2 * this.sent) / this.files;
    if (progress.state === "indexing") return 0.95;
    if (progress.state !== "reading") return 1;
    return progress.expected ? 0.2 + 0.7 * Math.min(1, progress.read / progress.expected) : null;
  }

  /** Sends files and looks on until they are read. Tells whether games were added. */
  async take(files: readonly Sent[]): Promise<boolean> {
    if (this.busy || files.length === 0) return false;
    [this.busy, this.failure, this.progress] = [true, "", null];
    [this.sent, this.files] = [0, files.length];
    try {
      const { id } = await api.beginImport();
      for (const { name, body } of files) {
        this.progress = await api.sendToImport(id, name, body);
        if (this.progress.state !== "collecting") break;
        this.sent += 1;
      }
      if (this.progress?.state === "collecting") this.progress = await api.startImport(id);
      while (this.progress?.state === "reading" || this.progress?.state === "indexing") {
        await new Promise((resolve) => setTimeout(resolve, LOOK));
        this.progress = await api.importProgress(id);
      }
      this.failure = this.progress?.failure ?? "";
    } catch (error) {
      this.failure = refusalText(error);
    }
    this.busy = false;
    return (this.progress?.added ?? 0) > 0;
  }

  /** Stops it; what is kept stays. */
  async stop(): Promise<void> {
    if (this.progress === null) return;
    await api.stopImport(this.progress.id).catch((error: unknown) => (this.failure = refusalText(error)));
  }
}
