import { describe, expect, it } from "vitest";
import { LANGUAGES, loadLocale, LOCALES, preferred, signed, translate, type Message, type MessageKey } from "./catalogue";
import { en } from "./en";
import { assistant } from "./en-assistant";
import { book } from "./en-book";
import { club } from "./en-club";
import { minimax } from "./en-minimax";
import { ending } from "./en-ending";
import { lab } from "./en-lab";
import { library } from "./en-library";
import { person } from "./en-person";
import { puzzles } from "./en-puzzles";
import { thinking } from "./en-thinking";
import { ja } from "./ja";
import { lobby } from "./en-lobby";
import { lobby as lobbyJa } from "./ja-lobby";
import "./book-texts";
import "./club-texts";
import "./library-texts";
import "./minimax-texts";

const CATALOGUES = { en: { ...en, ...minimax, ...ending, ...person, ...club, ...puzzles, ...book, ...thinking, ...assistant, ...lab, ...library }, ja };
await loadLocale("ja");

const forms = (message: Message): string[] =>
  typeof message === "string" ? [message] : "one" in message ? [message.one, message.other].flat() : [...message];
const found = (text: string) => [...text.matchAll(/\{(\w+)[|~}]/g)].map(([, name]) => name!);
/** What a language has more than one word for: who somebody is, and a number. */
const SAME: Record<string, string> = { Side: "side", sides: "side", Other: "other", others: "other", turns: "turn" };
const names = (message: Message) => [...new Set(forms(message).flatMap(found).map((name) => SAME[name] ?? name))].sort();

describe("the catalogues", () => {
  it("have the same keys and the same values in every text", () => {
    const keys = Object.keys(CATALOGUES.en) as MessageKey[];
    for (const locale of LOCALES) {
      expect(Object.keys(CATALOGUES[locale]).sort()).toEqual([...keys].sort());
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
    const alike = ["languageName", "appName", "accuracyPercent", "asSentence", "level", "keyStep", "keyEnds", "keyCursor", "keyUndo", "thinkFavours"];
    for (const [key, message] of Object.entries(CATALOGUES.ja)) {
      if (!alike.includes(key)) expect(forms(message).every((text) => japanese.test(text)), key).toBe(true);
    }
  });
});

describe("the texts of the lobby", () => {
  it("have the same values in both languages, and Japanese is Japanese", () => {
    expect(Object.keys(lobbyJa).sort()).toEqual(Object.keys(lobby).sort());
    for (const [key, message] of Object.entries(lobby) as [keyof typeof lobby, Message][]) {
      expect(names(lobbyJa[key]), key).toEqual(names(message));
      expect(lobbyJa[key], key).toMatch(/[\u3040-\u30ff\u4e00-\u9faf]/);
    }
  });
});

describe("a text", () => {
  it("holds values and agrees with its count", () => {
    expect(translate("en", "librarySending", { n: 1, sent: 0 })).toBe("Sending 0 of 1 file");
    expect(translate("en", "librarySending", { n: 12, sent: 3 })).toBe("Sending 3 of 12 files");
    expect(translate("ja", "librarySending", { n: 12, sent: 3 })).toContain("12");
  });

  it("agrees with each of several counts, and has a word for none", () => {
    const lost = (loss: number, n: number) => translate("en", "accuracyText", { side: "Black", loss, n });
    expect(lost(1, 30)).toBe("Black gave away 1 disc in 30 moves");
    expect(lost(0, 1)).toBe("Black gave away 0 discs in 1 move");
    const left = (moves: number) => translate("en", "say-fewer-moves", { n: 1, played: "d3", better: "e6", side: "White", moves, better_moves: 9 });
    expect(left(0)).toBe("d3 leaves White no move at all next turn; e6 would have left 9.");
    expect(left(1)).toBe("d3 leaves White 1 move next turn; e6 would have left 9.");
  });

  it("speaks to the reader, and says the same in several ways", () => {
    const said = (you: string, way: number) =>
      translate("en", "say-corner-falls", { played: "b8", better: "e1", corner: "a8", side: "Black", other: you === "other" ? "you" : "White", you, way });
    expect(said("", 0)).toBe("After b8 White gets the a8 corner; after e1 it does not.");
    expect(said("other", 2)).toBe("After b8 you get the a8 corner; after e1 you do not.");
    expect(said("", 1)).toBe("b8 costs Black the a8 corner later on; e1 does not.");
  });

  it("leaves no form to be chosen", () => {
    for (const locale of LOCALES) {
      for (const [key, message] of Object.entries(CATALOGUES[locale])) {
        for (const text of forms(message)) {
          const values = Object.fromEntries(forms(message).flatMap(found).map((name) => [name, 2]));
          const written = /[|~]/.test(text) ? translate(locale, key as MessageKey, values) : "";
          expect(written, `${locale} ${key}`).not.toMatch(/[{|~}#]/);
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
