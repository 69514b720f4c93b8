// An import of files into the library, as a page sees it.

import type { ImportProgress } from "../api/types";
import { refusalText } from "./refusals";
import { api } from "./server";

/** How often the server is asked how far it is, in milliseconds. */
const LOOK = 300;
/** After how many answers lists of games are read again while games are being added. */
const LISTED = 8;

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

/** The encodings of names that can be chosen, as browsers call them; the first one is Latin-1. */
export const ENCODINGS = ["", "shift_jis", "euc-jp", "euc-kr", "gbk", "big5", "windows-1251", "windows-1250"] as const;

const underWay = ({ state }: ImportProgress) => state === "reading" || state === "indexing";

export class Importing {
  /** What the server says; nothing before there is an import. */
  progress: ImportProgress | null = $state.raw(null);
  /** How many files are sent, and how many there are. */
  sent = $state(0);
  files = $state(0);
  failure = $state("");
  busy = $state(false);
  /** How names are encoded that are not UTF-8. */
  names: (typeof ENCODINGS)[number] = $state("");
  /** Grows when games have been added: whoever lists games reads them again when this changes. */
  added = $state(0);

  /** How much of the present step is done, from 0 to 1, as its sentence says; nothing if it cannot be told. */
  get share(): number | null {
    const { progress } = this;
    if (progress === null || progress.state === "collecting") return this.files === 0 ? null : this.sent / this.files;
    if (progress.state === "indexing") return null;
    if (progress.state !== "reading") return 1;
    return progress.expected ? Math.min(1, progress.read / progress.expected) : null;
  }

  /** Sends files and looks on until they are read. */
  async take(files: readonly Sent[]): Promise<void> {
    if (this.busy || files.length === 0) return;
    [this.progress, this.sent, this.files] = [null, 0, files.length];
    await this.attend(async () => {
      const { id } = await api.beginImport(this.names);
      for (const { name, body } of files) {
        this.progress = await api.sendToImport(id, name, body);
        if (this.progress.state !== "collecting") break;
        this.sent += 1;
      }
      if (this.progress?.state === "collecting") this.progress = await api.startImport(id);
    });
  }

  /** Looks on at an import that began before this page was opened, if one is under way. */
  async resume(): Promise<void> {
    if (this.busy) return;
    // A server that does not answer is told of elsewhere on the page.
    const found = (await api.imports().catch(() => [])).find(underWay);
    if (found === undefined || this.busy) return;
    this.progress = found;
    await this.attend(async () => {});
  }

  /** Does something with the server and looks on until nothing is under way. */
  private async attend(begin: () => Promise<void>): Promise<void> {
    [this.busy, this.failure] = [true, ""];
    try {
      await begin();
      let told = this.progress?.added ?? 0;
      for (let look = 1; this.progress !== null && underWay(this.progress); look += 1) {
        await new Promise((resolve) => setTimeout(resolve, LOOK));
        this.progress = await api.importProgress(this.progress.id);
        if (look % LISTED !== 0 || this.progress.added === told) continue;
        told = this.progress.added;
        this.added += 1;
      }
      this.failure = this.progress?.failure ?? "";
    } catch (error) {
      this.failure = refusalText(error);
    }
    this.busy = false;
    if ((this.progress?.added ?? 0) > 0) this.added += 1;
  }

  /** Stops it; what is kept stays. */
  async stop(): Promise<void> {
    if (this.progress === null) return;
    await api.stopImport(this.progress.id).catch((error: unknown) => (this.failure = refusalText(error)));
  }
}

/** The one import: it goes on when the page that shows it is left, and is there when somebody comes back. */
export const importing = new Importing();
