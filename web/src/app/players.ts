// What players are called on the pages. Those without a text here are described as the server does.

import type { PlayerView } from "../api/types";
import { t } from "./preferences.svelte";
import { playerName } from "./session.svelte";

/** Returns a player's name: levels with their number and name. */
export function playerTitle(player: PlayerView): string {
  const name = playerName(player.id);
  return player.name && player.name !== name ? `${name} · ${player.name}` : name;
}

/** Returns the sentence that describes a player. */
export function playerText(player: PlayerView): string {
  const depth = /^engine:depth=(\d+)$/.exec(player.id);
  if (depth) return t("engineDepthText", { n: Number(depth[1]) });
  if (player.id === "random") return t("randomText");
  return player.id === "greedy" ? t("greedyText") : player.description;
}
