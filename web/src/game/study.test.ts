import { describe, expect, it } from "vitest";
import { mergeStudies, readStudy, writeStudy } from "./study";
import { addMove, lineTree, nodeAt, nodeOf, remove, ROOT, setNotes, type GameTree } from "./tree";

const START = "-".repeat(64) + "X";
const along = (tree: GameTree, path: string, shown = false): GameTree => {
  let [id, grown] = [ROOT, tree];
  for (const move of path.split(" ")) ({ id, tree: grown } = addMove(grown, id, move, shown));
  return grown;
};
const noted = (tree: GameTree, path: string, comment: string) => setNotes(tree, nodeAt(tree, path === "" ? [] : path.split(" "))!, { comment });
const write = (tree: GameTree) => writeStudy(tree, START);
const paths = (tree: GameTree) => write(tree).nodes.map(({ move, comment }) => move + (comment && `:${comment}`));

describe("a study", () => {
  const game = along(lineTree(["f5", "d6", "c3"]), "f5 f6 e6");

  it("is written and read as the same tree", () => {
    const tree = setNotes(noted(noted(game, "f5 f6", "sharp\n{縦}"), "", "the start"), 2, { name: "Tiger", marks: ["circle f5", "arrow c3 e5"] });
    const again = readStudy(write(tree));
    expect(write(again)).toEqual(write(tree));
    expect(nodeOf(again, nodeAt(again, ["f5", "d6"])!).marks).toEqual(["circle f5", "arrow c3 e5"]);
  });

  it("leaves out what was only shown, until somebody adds to it", () => {
    const shown = along(game, "f5 f4 e3", true);
    expect(paths(shown)).toEqual(paths(game));
    expect(paths(noted(shown, "f5 f4 e3", "why not"))).toEqual([...paths(game), "f4", "e3:why not"]);
    expect(paths(along(shown, "f5 f4"))).toEqual([...paths(game), "f4"]);
  });

  it("keeps what was added in both of two tabs", () => {
    const base = write(game);
    const mine = noted(along(game, "f5 d6 c4"), "f5", "mine");
    const theirs = write(noted(noted(along(game, "f5 f4"), "f5", "theirs"), "f5 d6", "also"));
    expect(paths(mergeStudies(base, mine, theirs))).toEqual(["", "f5:mine\ntheirs", "d6:also", "c3", "c4", "f6", "e6", "f4"]);
  });

  it("deletes what one tab deleted, unless the other has added to it", () => {
    const base = write(game);
    const without = (tree: GameTree) => remove(tree, nodeAt(tree, ["f5", "f6"])!);
    expect(paths(mergeStudies(base, game, write(without(game))))).toEqual(["", "f5", "d6", "c3"]);
    expect(paths(mergeStudies(base, without(game), base))).toEqual(["", "f5", "d6", "c3"]);
    expect(paths(mergeStudies(base, noted(game, "f5 f6 e6", "good"), write(without(game))))).toContain("e6:good");
    expect(paths(mergeStudies(base, without(game), write(noted(game, "f5 f6 e6", "good"))))).toContain("e6:good");
  });

  it("changes a comment that one tab changed, and marks that one took away", () => {
    const marked = setNotes(noted(game, "f5", "old"), 1, { marks: ["circle a1", "cross b2"] });
    const base = write(marked);
    const theirs = write(setNotes(noted(marked, "f5", "new"), 1, { marks: ["cross b2", "arrow a1 b2"] }));
    const merged = mergeStudies(base, marked, theirs);
    expect(nodeOf(merged, 1).comment).toBe("new");
    expect(nodeOf(merged, 1).marks).toEqual(["cross b2", "arrow a1 b2"]);
  });
});
