import { describe, expect, it } from "vitest";
import type { PlyJudged } from "../api/review";
import { readMessage } from "../api/review";
import { graphOf, HEIGHT, reachOf, y } from "./graph";
import { mistakes, nextMistake } from "./mistakes";
import { fromLink, toLink } from "./link";

const ply = (label: PlyJudged["label"], side: PlyJudged["side"] = "black"): PlyJudged => ({
  side, score: 0, best: "f5", best_score: 0, loss: 0, depth: 60, exact: true, label, chance: 0.5, best_chance: 0.5,
});

describe("the graph of a game", () => {
  it("puts black up and an even score in the middle", () => {
    expect(y(0, 10)).toBe(HEIGHT / 2);
    expect(y(10, 10)).toBeLessThan(y(4, 10));
    expect(y(-30, 10)).toBe(y(-10, 10));
  });
  it("grows to hold the largest score", () => {
    expect(reachOf([{ score: 3, exact: true }])).toBe(10);
    expect(reachOf([{ score: -64, exact: true }, null])).toBe(64);
  });
  it("leaves gaps where nothing is known and tells exact from estimated", () => {
    const point = (score: number, exact: boolean) => ({ score, exact });
    const { lines } = graphOf([point(0, false), point(1, false), null, point(2, true), point(2, true), point(3, true)]);
    expect(lines.map((line) => line.solid)).toEqual([false, true]);
    expect(graphOf([null, null]).area).toBe("");
  });
});

describe("mistakes", () => {
  const plies = [ply("best"), ply("mistake", "white"), null, ply("blunder"), ply("good"), ply("inaccuracy", "white")];
  it("are found, of one side or of both", () => {
    expect(mistakes(plies)).toEqual([1, 3, 5]);
    expect(mistakes(plies, "white")).toEqual([1, 5]);
  });
  it("follow each other in both directions", () => {
    expect(nextMistake([1, 3, 5], 1, true)).toBe(3);
    expect(nextMistake([1, 3, 5], 3, false)).toBe(1);
    expect(nextMistake([1, 3, 5], 5, true)).toBeNull();
    expect(nextMistake([1, 3, 5], 0, false)).toBeNull();
  });
});

describe("a link", () => {
  it("carries the game, its names and the place", () => {
    const link = toLink({ text: "f5d6c3", black: "Ada & Bo", white: "黒木", at: 2 });
    expect(link.startsWith("/analyse/review?")).toBe(true);
    expect(fromLink(new URLSearchParams(link.split("?")[1]))).toEqual({ text: "f5d6c3", black: "Ada & Bo", white: "黒木", at: 2 });
  });
  it("without a game is none", () => {
    expect(fromLink(new URLSearchParams("at=3"))).toBeNull();
    expect(fromLink(new URLSearchParams("moves=f5&at=x"))).toEqual({ text: "f5", black: "", white: "", at: null });
  });
});

describe("messages of a review", () => {
  it("are read, and nothing else", () => {
    expect(readMessage('{"type":"refused","code":"a","message":"b"}')).toMatchObject({ type: "refused" });
    expect(readMessage('{"type":"other"}')).toBeNull();
    expect(readMessage("{")).toBeNull();
  });
});
