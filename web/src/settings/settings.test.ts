import { describe, expect, it } from "vitest";
import { BOARD_THEMES, COLOR_NAMES, contrast, inkOn, isColor, themeOf, type BoardTheme } from "./colors";
import { DEFAULTS, NAME_LIMIT, load, save, type Keep } from "./settings";

function keeping(text: string | null): Keep & { text: string | null } {
  return {
    text,
    getItem() {
      return this.text;
    },
    setItem(_key: string, value: string) {
      this.text = value;
    },
  };
}

describe("settings", () => {
  it("are the defaults at first, and when damaged", () => {
    for (const text of [null, "", "{", "null", "[]", "7"]) expect(load(keeping(text))).toEqual(DEFAULTS);
  });

  it("survive being kept", () => {
    const keep = keeping(null);
    const mine = { ...DEFAULTS, discSize: "small", lastSize: "thick", lastColor: "#00aaff", grid: false, meters: false, saveGames: false, colors: BOARD_THEMES.heritage, preview: false } as const;
    save(keep, mine);
    expect(load(keep)).toEqual(mine);
  });

  it("keep what is sound and replace what is not", () => {
    const text = JSON.stringify({ lastSize: "huge", lastColor: "red", grid: 0, scheme: "purple", animation: "fast", colors: { black: "red", white: "#eeeeee" } });
    const loaded = load(keeping(text));
    expect(loaded.scheme).toBe("auto");
    expect(loaded.animation).toBe("fast");
    expect([loaded.lastSize, loaded.lastColor, loaded.grid]).toEqual([DEFAULTS.lastSize, DEFAULTS.lastColor, true]);
    expect(loaded.colors).toEqual({ ...DEFAULTS.colors, white: "#eeeeee" });
    expect(load(keeping(JSON.stringify({ playerName: "x".repeat(999) }))).playerName).toHaveLength(NAME_LIMIT);
  });

  it("do not fail where nothing can be kept", () => {
    const refusing: Keep = {
      getItem: () => {
        throw new Error("refused");
      },
      setItem: () => {
        throw new Error("refused");
      },
    };
    expect(load(refusing)).toEqual(DEFAULTS);
    expect(() => save(refusing, DEFAULTS)).not.toThrow();
  });
});

describe("colours", () => {
  it("of every theme are colours and can be recognised", () => {
    for (const name of Object.keys(BOARD_THEMES) as BoardTheme[]) {
      expect(COLOR_NAMES.every((color) => isColor(BOARD_THEMES[name][color]))).toBe(true);
      expect(themeOf({ ...BOARD_THEMES[name] })).toBe(name);
    }
    expect(themeOf({ ...BOARD_THEMES.forest, black: "#123456" })).toBeNull();
  });

  it("of discs and marks stand out in every theme", () => {
    for (const theme of Object.values(BOARD_THEMES)) {
      for (const square of [theme.squareA, theme.squareB]) {
        expect(contrast(theme.white, square)).toBeGreaterThan(2);
        expect(contrast(theme.black, square)).toBeGreaterThan(2);
      }
      expect(contrast(theme.black, theme.white)).toBeGreaterThan(10);
    }
  });

  it("of legal moves have 3 : 1 on their squares, but for the look of an ancestor", () => {
    // Dots are drawn with this opacity.
    const over = (mark: string, square: string) =>
      `#${[1, 3, 5].map((at) => Math.round(0.88 * parseInt(mark.slice(at, at + 2), 16) + 0.12 * parseInt(square.slice(at, at + 2), 16)).toString(16).padStart(2, "0")).join("")}`;
    for (const [name, theme] of Object.entries(BOARD_THEMES)) {
      if (name === "heritage") continue;
      for (const mark of [theme.blackMark, theme.whiteMark]) {
        for (const square of [theme.squareA, theme.squareB]) expect(contrast(over(mark, square), square)).toBeGreaterThan(3);
      }
    }
  });

  it("have the contrast that WCAG defines", () => {
    expect(contrast("#000000", "#ffffff")).toBeCloseTo(21);
    expect(contrast("#777777", "#777777")).toBeCloseTo(1);
    expect(inkOn("#ffffff")).toBe("#101314");
    expect(inkOn("#000000")).toBe("#ffffff");
  });
});
