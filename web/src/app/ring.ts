// What a change of a game sounds like, if one likes.

import type { GameView } from "../api/types";
import { changes, parseDiscs } from "../board/state";
import { endNotes, moveNotes, play } from "../sound/sounds";
import { preferences } from "./preferences.svelte";

/** Plays what is heard of a change; `won` tells whether the one person of the game won. */
export function ring(old: GameView, game: GameView, won: boolean | null): void {
  if (!preferences.current.sounds) return;
  const placed = game.plies.slice(old.plies.length).some((ply) => ply.move !== "pass");
  if (placed) {
    const [before, after] = [parseDiscs(old.plies.at(-1)?.board ?? old.start), parseDiscs(game.position.board)];
    const turned = changes(before, after, null).filter((change) => change.kind === "flip").length;
    play(moveNotes(turned, preferences.timing.step / 1000));
  }
  if (game.result && !old.result) play(endNotes(game.result.winner === null ? "drawn" : won === false ? "lost" : "won"));
}
