// Who one is on a server for many people. A studio of one person has nobody but its owner, and no accounts.

import type { Schemas } from "../api/types";
import { api } from "./server";

export type Me = Schemas["MeView"];

const AT_HOME: Me = { shared: false, name: "", account: false, admin: true, email: null };

class Myself {
  /** Who one is, as the server said last. */
  view = $state<Me>(AT_HOME);

  /** Asks the server; one that cannot be reached has no accounts for now. */
  async load(): Promise<Me> {
    try {
      this.view = await api.me();
    } catch {
      this.view = AT_HOME;
    }
    return this.view;
  }
}

export const me = new Myself();
/** Who one is, once the server has said it. */
export const myself = me.load();
