// The files that players can name: opening libraries and learned tables.

import type { LabFileView } from "../api/types";
import { api } from "./server";

const KINDS = ["openings", "killers", "table"] as const;
export type FileKind = (typeof KINDS)[number];

/** Returns the kind of file that an option of a player names; `null` if it names none. */
export function fileKind(option: string): FileKind | null {
  return KINDS.find((kind) => kind === option) ?? null;
}

class LabFiles {
  all: readonly LabFileView[] = $state.raw([]);

  /** Asks for the list. Without it there is nothing to choose. */
  async load(): Promise<void> {
    this.all = await api.labFiles().catch(() => this.all);
  }

  of(kind: FileKind): readonly LabFileView[] {
    return this.all.filter((file) => file.kind === kind);
  }
}

export const labFiles = new LabFiles();
