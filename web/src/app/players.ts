// What players are called on the pages, and how they play. Those without a text here are described as the server does.

import type { PlayerView } from "../api/types";
import { parsePlayer } from "../game/players";
import type { MessageKey } from "../i18n/catalogue";
import { en } from "../i18n/en";
import { t } from "./preferences.svelte";

const HERITAGE = [
  "nea",
  "clientBeginner",
  "clientEasy",
  "clientMedium",
  "clientHard",
  "clientExpert",
  "omBeginner",
  "omNovice",
  "omExpert",
  "omPremaster",
  "omMaster",
  "agent",
  "scout",
] as const;

const SIMPLE = { human: "person", random: "randomPlayer", greedy: "greedyPlayer" } as const;

/** Writes `om-expert` as `omExpert`. */
const camel = (id: string) => id.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

function heritageKey(id: string): (typeof HERITAGE)[number] | null {
  return HERITAGE.find((key) => key === camel(id)) ?? null;
}

/** Returns the number of a level; `null` for other players. */
export function levelOf(id: string): number | null {
  const found = /^level:(\d+)$/.exec(id);
  return found ? Number(found[1]) : null;
}

/** Returns what a player is called in a game: levels by their number, others by their name, with what is set. */
export function playerName(player: string): string {
  const level = levelOf(player);
  if (level !== null) return t("level", { n: level });
  const { id, options } = parsePlayer(player);
  const depth = options.get("depth");
  if (id === "engine" && depth) return t("engineDepth", { n: depth });
  const key = heritageKey(id);
  const name = key ? t(key) : id in SIMPLE ? t(SIMPLE[id as keyof typeof SIMPLE]) : id;
  const set = [...options].map(([option, value]) => `${option} ${value}`).join(", ");
  return set === "" ? name : `${name} · ${set}`;
}

/** Returns a player's name in a list: levels with their number and name. */
export function playerTitle(player: PlayerView): string {
  const level = levelOf(player.id);
  return level === null ? playerName(player.id) : `${playerName(player.id)} · ${t(`level${level}` as MessageKey)}`;
}

/** Returns the sentences that describe a player. */
export function playerText(player: PlayerView): string {
  const level = levelOf(player.id);
  if (level !== null) return t(`level${level}Text` as MessageKey);
  const key = heritageKey(player.id);
  if (key) return t(`${key}Text`);
  if (player.id === "random") return t("randomText");
  return player.id === "greedy" ? t("greedyText") : player.description;
}

/** Returns what something that can be set is called; a newer server may know more than these pages have texts for. */
export function settableName(name: string): string {
  const key = `settable${name[0]!.toUpperCase()}${name.slice(1)}`;
  return key in en ? t(key as MessageKey) : name;
}
