import { describe, expect, it } from "vitest";
import { linesOf, treeOf } from "./tree";

const own = (way: string, move: string, strength = 0, due = false) => ({ way, move, strength, due });
const MOVES = [own("", "f5", 5), own("f5d6", "c3", 3), own("f5f6", "e6", 2, true), own("f5d6c3d3", "c4", 1), own("f5d6c3g5", "f6", 4)];

describe("a repertoire as a picture", () => {
  it("has a row for every line, and own moves beside the one they go on from", () => {
    const { nodes, columns, rows } = treeOf(MOVES, 8);
    expect([columns, rows]).toEqual([3, 3]);
    expect(nodes.map(({ own, reply, column, row, from }) => [own.move, reply, column, row, from])).toEqual([
      ["f5", "", 0, 0, null],
      ["c3", "d6", 1, 0, 0],
      ["c4", "d3", 2, 0, 0],
      ["f6", "g5", 2, 1, 0],
      ["e6", "f6", 1, 2, 0],
    ]);
  });
  it("begins with the answers of White", () => {
    const { nodes, rows } = treeOf([own("f5", "d6"), own("f5d6c3", "d3")], 8);
    expect([rows, nodes.map(({ reply }) => reply)]).toEqual([1, ["f5", "c3"]]);
  });
  it("is cut off where it would be too wide, and empty without moves", () => {
    expect(treeOf(MOVES, 2)).toMatchObject({ columns: 2, rows: 2 });
    expect(treeOf([], 8)).toEqual({ nodes: [], columns: 0, rows: 0 });
  });
  it("is a list of lines with the weakest memory of each", () => {
    const told = linesOf(MOVES).map(({ line, weakest, due }) => [line, weakest, due]);
    expect(told).toEqual([
      ["f5f6e6", 2, 1],
      ["f5d6c3d3c4", 1, 0],
      ["f5d6c3g5f6", 3, 0],
    ]);
  });
});
