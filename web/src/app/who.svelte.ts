// Who thinks: the server, or this device. Where both could, a setting says which; left to itself a server for many people
// leaves it to its visitors' devices, and a studio of one's own thinks for itself.

import { eventually } from "../api/eventually";
import type { Provider } from "../api/provider";
import type { HintView } from "../api/types";
import { me } from "./me.svelte";
import { preferences } from "./preferences.svelte";
import { api, provider } from "./server";

/** Tells whether this device thinks although there is a server. */
export function thinksHere(): boolean {
  const { thinker } = preferences.current;
  return !__SITE__ && __ENGINE__ && (thinker === "device" || (thinker === "auto" && me.view.shared));
}

const beside = (load: (found: typeof import("../device/beside")) => Provider) => eventually(() => import("../device/beside").then(load));

/** Who reviews and analyses games. */
export const reviewer = (): Provider => (thinksHere() ? beside((found) => found.reviewer(preferences.current.shareFindings)) : provider);

/** Who shows how the engine thinks. */
export const thinker = (): Provider => (thinksHere() ? beside((found) => found.thinker) : provider);

/** Asks for a hint in a game in which the computer may help. */
export async function hintFor(game: number, board: string): Promise<HintView> {
  const here = thinksHere() ? await (await import("../device/beside")).hintFor(board) : null;
  return here ?? api.hint(game);
}
