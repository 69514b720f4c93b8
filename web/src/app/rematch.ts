// Another game of the same players, colours exchanged.

import { router } from "./router.svelte";
import { keepInvitation, keepSeat } from "./seats";
import { api } from "./server";

/** Begins it and goes there. */
export async function rematch(id: number): Promise<void> {
  const created = await api.rematch(id);
  if (created.key) keepSeat(localStorage, created.game.id, created.key);
  if (created.invitation) keepInvitation(localStorage, created.game.id, created.invitation);
  router.go(`/game/${created.game.id}`);
}
