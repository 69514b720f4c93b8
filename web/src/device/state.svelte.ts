// What pages can tell of this device: what is being loaded, and what does not work.

import type { Trouble } from "./messages";

class DeviceState {
  /** Which part of the engine is there while it is loaded; null when nothing is. */
  loading: number | null = $state(null);
  /** What does not work; the last of it. */
  wrong: Trouble | null = $state(null);
  message = $state("");
  private asked = false;

  trouble(trouble: Trouble, message: string): void {
    [this.wrong, this.message] = [trouble, message];
  }

  /** Asks the browser, once something is kept, not to throw it away when it wants room. */
  kept(): void {
    if (this.asked || !navigator.storage?.persist) return;
    this.asked = true;
    void navigator.storage.persist();
  }
}

export const state = new DeviceState();
