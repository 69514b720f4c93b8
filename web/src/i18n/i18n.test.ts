import { describe, expect, it } from "vitest";
import { CATALOGUES, LOCALES, preferred, signed, translate, type Message, type MessageKey } from "./catalogue";

const forms = (message: Message) => (typeof message === "string" ? [message] : [message.one, message.other]);
const names = (message: Message) =>
  [...new Set(forms(message).flatMap((text) => [...text.matchAll(/\{(\w+)\}/g)].map((found) => found[1])))].sort();

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
