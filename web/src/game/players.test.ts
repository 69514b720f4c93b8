import { expect, it } from "vitest";
import { parsePlayer, playerText, withOption } from "./players";

it("a player's text has an id and options", () => {
  expect(parsePlayer("level:7")).toEqual({ id: "level:7", options: new Map() });
  const nea = parsePlayer("nea:depth=7,corners=0");
  expect(nea.id).toBe("nea");
  expect([...nea.options]).toEqual([
    ["depth", "7"],
    ["corners", "0"],
  ]);
  expect(playerText(nea)).toBe("nea:depth=7,corners=0");
});

it("options are set, changed and taken away", () => {
  expect(withOption("nea", "depth", "7")).toBe("nea:depth=7");
  expect(withOption("nea:depth=7", "depth", "3")).toBe("nea:depth=3");
  expect(withOption("nea:depth=7", "depth", "")).toBe("nea");
});
