import { expect, it } from "vitest";
import type { ResultView } from "../api/types";
import { resultDiscs, resultTitle } from "./results";

const names = { black: "You", white: "Level 3" };
const result = (reason: ResultView["reason"], winner: ResultView["winner"], black = 29, white = 35): ResultView => ({ reason, winner, black, white });

it("a result is told from the person's side", () => {
  expect(resultTitle(result("discs", "white"), "black", names)).toEqual(["resultYouLostBy", { n: 6, winner: "Level 3" }]);
  expect(resultTitle(result("discs", "white"), "white", names)[0]).toBe("resultYouWonBy");
  expect(resultTitle(result("resigned", "white"), "black", names)[0]).toBe("resultYouResigned");
  expect(resultTitle(result("time", "white"), "black", names)[0]).toBe("resultYouLostTime");
});

it("others win by name, and say how", () => {
  expect(resultTitle(result("time", "white"), null, names)).toEqual(["resultWinsTime", { n: 6, winner: "Level 3" }]);
  expect(resultTitle(result("resigned", "white"), null, names)[0]).toBe("resultWinsResigned");
  expect(resultTitle(result("discs", null, 32, 32), "black", names)[0]).toBe("resultDrawn");
  expect(resultTitle(result("aborted", null), null, names)[0]).toBe("resultAborted");
});

it("discs are told where they decided, and explained where empty squares count", () => {
  expect(resultDiscs(result("resigned", "white"), { black: 3, white: 5 })).toBeNull();
  expect(resultDiscs(result("discs", "white"), { black: 29, white: 35 })).toEqual(["resultDiscs", { black: 29, white: 35 }]);
  expect(resultDiscs(result("discs", "white", 0, 64), { black: 0, white: 7 })?.[0]).toBe("resultCountedAs");
});
