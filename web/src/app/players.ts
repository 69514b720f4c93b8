// What players are called on the pages. The server describes them in English; other languages fall back to it.

import type { PlayerView } from "../api/types";
import { playerName } from "./session.svelte";

/** Returns a player's name: levels with their number and name. */
export function playerTitle(player: PlayerView): string {
  const name = playerName(player.id);
  return player.name && player.name !== name ? `${name} · ${player.name}` : name;
}

/** Returns the sentence that describes a player. */
export function playerText(player: PlayerView): string {
  return player.description;
}
