import { describe, expect, it } from "vitest";
import * as tree from "./tree";

const line = tree.lineTree(["f5", "d6", "c3", "d3"]);

describe("a game tree", () => {
  it("of one line has that line as its main line", () => {
    expect(tree.movesTo(line, 4)).toEqual(["f5", "d6", "c3", "d3"]);
    expect(tree.mainLine(line)).toEqual([1, 2, 3, 4]);
    expect(tree.mainLine(tree.lineTree([]))).toEqual([]);
  });

  it("goes to a known move instead of adding it", () => {
    const known = tree.addMove(line, 1, "d6");
    expect(known.tree).toBe(line);
    expect(known.id).toBe(2);
  });

  it("adds another move as a variation and leaves the old tree alone", () => {
    const varied = tree.addMove(line, 1, "f4");
    expect(tree.movesTo(varied.tree, varied.id)).toEqual(["f5", "f4"]);
    expect(tree.nodeOf(varied.tree, 1).children).toEqual([2, varied.id]);
    expect(tree.nodeOf(line, 1).children).toEqual([2]);
    expect(tree.isMain(varied.tree, varied.id)).toBe(false);
    expect(tree.mainLine(varied.tree)).toEqual([1, 2, 3, 4]);
  });

  it("promotes a deep variation to the main line", () => {
    const first = tree.addMove(line, 1, "f4");
    const second = tree.addMove(first.tree, first.id, "e3");
    const promoted = tree.promoteToMain(second.tree, second.id);
    expect(tree.mainLine(promoted)).toEqual([1, first.id, second.id]);
    expect(tree.movesTo(promoted, 4)).toEqual(["f5", "d6", "c3", "d3"]);
  });

  it("removes a node with all that follows, but never the root", () => {
    const shorter = tree.remove(line, 2);
    expect([...shorter.nodes.keys()]).toEqual([0, 1]);
    expect(tree.mainLine(shorter)).toEqual([1]);
    expect(tree.remove(line, tree.ROOT)).toBe(line);
    expect(tree.remove(line, 99)).toBe(line);
  });

  it("never gives a number twice", () => {
    const shorter = tree.remove(line, 4);
    expect(tree.addMove(shorter, 3, "c4").id).toBe(5);
  });

  it("keeps comments", () => {
    const noted = tree.setComment(line, 3, "better is f4");
    expect(tree.nodeOf(noted, 3).comment).toBe("better is f4");
    expect(tree.nodeOf(line, 3).comment).toBe("");
  });

  it("is walked forward, back and sideways", () => {
    const varied = tree.addMove(line, 1, "f4");
    expect(tree.forward(varied.tree, 1)).toBe(2);
    expect(tree.forward(varied.tree, 4)).toBe(4);
    expect(tree.back(varied.tree, 1)).toBe(tree.ROOT);
    expect(tree.back(varied.tree, tree.ROOT)).toBe(tree.ROOT);
    expect(tree.sibling(varied.tree, 2, 1)).toBe(varied.id);
    expect(tree.sibling(varied.tree, varied.id, 1)).toBe(varied.id);
    expect(tree.sibling(varied.tree, varied.id, -1)).toBe(2);
  });
});
