import { describe, expect, it } from "vitest";
import { LANGUAGES, loadLocale, LOCALES, preferred, signed, translate, type Message, type MessageKey } from "./catalogue";
import { en } from "./en";
import { ja } from "./ja";

const CATALOGUES = { en, ja };
await loadLocale("ja");

const forms = (message: Message) => (typeof message === "string" ? [message] : [message.one, message.other]);
const names = (message: Message) =>
  [...new Set(forms(message).flatMap((text) => [...text.matchAll(/\{(\w+)[|}]/g)].map((found) => found[1])))].sort();

describe("the catalogues", () => {
  it("have the same keys and the same values in every text", () => {
    const keys = Object.keys(CATALOGUES.en) as MessageKey[];
    for (const locale of LOCALES) {
      expect(Object.keys(CATALOGUES[locale])).toEqual(keys);
      for (const key of keys) {
        expect(names(CATALOGUES[locale][key]), `${locale} ${key}`).toEqual(names(CATALOGUES.en[key]));
        expect(forms(CATALOGUES[locale][key]).every((text) => text.trim() !== "")).toBe(true);
      }
    }
  });

  it("say what their language is called", () => {
    for (const locale of LOCALES) expect(LANGUAGES[locale]).toBe(CATALOGUES[locale].languageName);
  });

  it("in Japanese are Japanese", () => {
    const japanese = /[\u3040-\u30ff\u4e00-\u9faf]/;
    const alike = ["languageName", "appName", "accuracyPercent", "level", "keyStep", "keyEnds", "keyCursor", "keyUndo", "thinkFavours"];
    for (const [key, message] of Object.entries(CATALOGUES.ja)) {
      if (!alike.includes(key)) expect(forms(message).every((text) => japanese.test(text)), key).toBe(true);
    }
  });
});

describe("a text", () => {
  it("holds values and agrees with its count", () => {
    expect(translate("en", "resultByDiscs", { n: 1, winner: "Black" })).toContain("1 disc.");
    expect(translate("en", "resultByDiscs", { n: 12, winner: "Black" })).toContain("12 discs");
    expect(translate("ja", "resultByDiscs", { n: 12, winner: "黒" })).toContain("12");
  });

  it("agrees with each of several counts, and has a word for none", () => {
    const lost = (loss: number, n: number) => translate("en", "accuracyText", { side: "Black", loss, n });
    expect(lost(1, 30)).toBe("Black gave away 1 disc in 30 moves");
    expect(lost(0, 1)).toBe("Black gave away 0 discs in 1 move");
    const left = (moves: number) => translate("en", "say-fewer-moves", { n: 1, played: "d3", better: "e6", side: "White", moves, better_moves: 9 });
    expect(left(0)).toBe("d3 leaves White no moves next turn; e6 would have left 9.");
    expect(left(1)).toBe("d3 leaves White 1 move next turn; e6 would have left 9.");
  });

  it("leaves no form to be chosen", () => {
    for (const locale of LOCALES) {
      for (const [key, message] of Object.entries(CATALOGUES[locale])) {
        for (const text of forms(message)) {
          const values = Object.fromEntries(names(message).map((name) => [name, 2]));
          const written = text.includes("|") ? translate(locale, key as MessageKey, values) : "";
          expect(written, `${locale} ${key}`).not.toMatch(/[{|}#]/);
        }
      }
    }
  });
});

describe("a language", () => {
  it("is the first one that there is", () => {
    expect(preferred(["fr-FR", "ja-JP", "en"])).toBe("ja");
    expect(preferred(["xx"])).toBe("en");
    expect(preferred([])).toBe("en");
  });
});

describe("a score", () => {
  it("always shows its sign, with a real minus", () => {
    expect([6, 0, -4].map(signed)).toEqual(["+6", "0", "−4"]);
  });
});
