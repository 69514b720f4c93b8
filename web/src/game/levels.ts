// The twenty levels in five groups of four.

import type { MessageKey } from "../i18n/catalogue";

export interface LevelGroup {
  readonly name: MessageKey;
  readonly text: MessageKey;
  readonly levels: readonly number[];
}

const NAMES = ["First", "Casual", "Club", "Tournament", "Beyond"] as const;

/** All groups, weakest first. */
export const LEVEL_GROUPS: readonly LevelGroup[] = NAMES.map((name, group) => ({
  name: `group${name}`,
  text: `group${name}Text`,
  levels: [1, 2, 3, 4].map((place) => 4 * group + place),
}));

/** The highest level. */
export const HIGHEST = 20;
