// The six colours of the board, the themes that set them, and contrast.

export interface BoardColors {
  readonly squareA: string;
  readonly squareB: string;
  readonly black: string;
  readonly white: string;
  readonly blackMark: string;
  readonly whiteMark: string;
}

export const COLOR_NAMES = ["squareA", "squareB", "black", "white", "blackMark", "whiteMark"] as const;
export type ColorName = (typeof COLOR_NAMES)[number];

const colors = (
  squareA: string,
  squareB: string,
  black: string,
  white: string,
  blackMark: string,
  whiteMark: string,
): BoardColors => ({ squareA, squareB, black, white, blackMark, whiteMark });

/** The themes, the first one the default. `heritage` is the look of an ancestor of this program. */
export const BOARD_THEMES = {
  forest: colors("#2f8159", "#2f8058", "#17191c", "#f4f4ef", "#04110b", "#f0fdf6"),
  heritage: colors("#3a911a", "#4ba30b", "#000000", "#ffffff", "#3f9e9b", "#3f9e9b"),
  lagoon: colors("#2f7599", "#2f7498", "#14171b", "#f6f4ec", "#04141c", "#eef9ff"),
  walnut: colors("#8f633f", "#8f623e", "#1c1512", "#f5ead8", "#1a0d05", "#fff3e0"),
  slate: colors("#606c77", "#606b76", "#121416", "#f2f3f4", "#0a0d10", "#f5f8fa"),
  contrast: colors("#0b6b3a", "#0b6b3a", "#000000", "#ffffff", "#ffd60a", "#ffd60a"),
} as const satisfies Record<string, BoardColors>;

export type BoardTheme = keyof typeof BOARD_THEMES;

/** Tells whether a text is a colour as the pickers write it, `#rrggbb`. */
export function isColor(text: unknown): text is string {
  return typeof text === "string" && /^#[0-9a-f]{6}$/i.test(text);
}

/** Returns the theme with exactly these colours, or `null` if they are the user's own. */
export function themeOf(chosen: BoardColors): BoardTheme | null {
  const names = Object.keys(BOARD_THEMES) as BoardTheme[];
  const same = (name: BoardTheme) =>
    COLOR_NAMES.every((color) => BOARD_THEMES[name][color].toLowerCase() === chosen[color].toLowerCase());
  return names.find(same) ?? null;
}

/** Returns the relative luminance of a colour, from 0 (black) to 1 (white), as WCAG defines it. */
export function luminance(color: string): number {
  const channel = (at: number) => {
    const value = parseInt(color.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5);
}

/** Returns the contrast of two colours, from 1 (none) to 21. */
export function contrast(one: string, two: string): number {
  const [a, b] = [luminance(one), luminance(two)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/** Returns black or white, whichever can be read better on a colour. */
export function inkOn(color: string): string {
  return contrast(color, "#ffffff") >= contrast(color, "#101314") ? "#ffffff" : "#101314";
}
