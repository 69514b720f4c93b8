// @vitest-environment happy-dom
import { describe, expect, it } from "vitest";
import { cardSvg, fitted, type Card } from "./card";
import { qrSvg } from "./qr";

const card: Card = {
  scheme: "dark",
  board: "-".repeat(27) + "OX------XO" + "-".repeat(27),
  last: 28,
  black: "Ann <b>",
  white: "香里",
  accuracy: { black: "91 %", white: "" },
  result: "Black wins by 6",
  note: "Tiger",
  points: [{ score: 0, exact: false }, { score: 4, exact: true }, null],
  at: 1,
};

describe("the picture of a game", () => {
  it("is sound SVG with names, result, discs and graph, in both themes", () => {
    for (const scheme of ["light", "dark"] as const) {
      const drawn = new DOMParser().parseFromString(cardSvg({ ...card, scheme }), "image/svg+xml");
      expect(drawn.querySelector("parsererror")).toBeNull();
      const words = [...drawn.querySelectorAll("text")].map((text) => text.textContent);
      for (const word of ["Ann <b>", "香里", "91 %", "Black wins by 6", "Tiger"]) expect(words).toContain(word);
      expect(drawn.querySelectorAll('circle[fill="url(#black)"]').length).toBe(2);
    }
  });
  it("needs no graph", () => expect(cardSvg({ ...card, points: [] })).not.toContain("clip-path"));
  it("shortens names that are too long", () => {
    expect(fitted("Bartholomew the Great", 10)).toBe("Bartholom…");
    expect(fitted("香里香里香里", 7)).toBe("香里…");
    expect(fitted("Ann", 10)).toBe("Ann");
  });
});

it("a QR code has a quiet zone and is the same for the same link", () => {
  const drawn = qrSvg("http://127.0.0.1:4664/s/aB3dE");
  expect(drawn).toBe(qrSvg("http://127.0.0.1:4664/s/aB3dE"));
  expect(drawn).toMatch(/viewBox="0 0 (\d+) \1"/);
  expect(drawn).not.toMatch(/M[0-3] \d+h/);
});
