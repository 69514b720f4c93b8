// The keys of a game that work wherever the keyboard is, except in text fields and windows.

import { stepOfKey, type Step } from "../game/timeline";

export type GameKey = Step | "undo" | "hint" | "turn" | "keys" | "copy";

/** Says what a key stands for; `null` if it is none of ours here. */
export function gameKey(event: KeyboardEvent): GameKey | null {
  const target = event.target as Element | null;
  if (event.defaultPrevented || event.altKey || target?.closest?.("input, select, textarea, dialog")) return null;
  if (event.ctrlKey || event.metaKey) {
    if (event.key === "z") return "undo";
    return event.key === "c" && String(getSelection() ?? "") === "" ? "copy" : null;
  }
  switch (event.key) {
    case "Backspace":
      return "undo";
    case "v":
      return "hint";
    case "f":
      return "turn";
    case "?":
      return "keys";
    default:
      return stepOfKey(event.key);
  }
}

export type ReviewKey = Step | "next-moment" | "previous-moment" | "values";

/** Says what a key stands for in a review; `null` if it is none of ours here. */
export function reviewKey(event: KeyboardEvent): ReviewKey | null {
  const target = event.target as Element | null;
  if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return null;
  if (target?.closest?.("input, select, textarea, dialog")) return null;
  const keys: Record<string, ReviewKey> = { n: "next-moment", p: "previous-moment", v: "values" };
  return keys[event.key] ?? stepOfKey(event.key);
}
