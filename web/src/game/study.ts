// Studies: a tree of moves as the server keeps it, and what becomes of two that were changed at once. Pure.

import { addMove, lineTree, nodeAt, nodeOf, remove, ROOT, setNotes, type GameTree, type TreeNode } from "./tree";

export interface StudyNode {
  readonly parent: number;
  readonly move: string;
  readonly comment: string;
  readonly name: string;
  readonly marks: readonly string[];
}

/** A tree as the server keeps it: the start first, every other node after its parent, the main one first. */
export interface StudyTree {
  readonly start: string;
  readonly nodes: readonly StudyNode[];
}

/** Tells whether something is noted at a node. */
export const isNoted = ({ comment, name, marks }: Pick<TreeNode, "comment" | "name" | "marks">) => comment !== "" || name !== "" || marks.length > 0;

/** Writes a tree, without what was only shown. */
export function writeStudy(tree: GameTree, start: string): StudyTree {
  const nodes: StudyNode[] = [];
  const write = (id: number, parent: number) => {
    const { move, comment, name, marks, children } = nodeOf(tree, id);
    const place = nodes.push({ parent, move: move ?? "", comment, name, marks }) - 1;
    for (const child of children) if (!nodeOf(tree, child).shown) write(child, place);
  };
  write(ROOT, 0);
  return { start, nodes };
}

/** Reads a tree. */
export function readStudy({ nodes }: StudyTree): GameTree {
  let tree = lineTree([]);
  const ids: number[] = [];
  for (const [place, { parent, move, comment, name, marks }] of nodes.entries()) {
    let id = ROOT;
    if (place > 0) ({ tree, id } = addMove(tree, ids[parent] ?? ROOT, move));
    ids.push(id);
    if (isNoted({ comment, name, marks })) tree = setNotes(tree, id, { comment, name, marks });
  }
  return tree;
}

/** Lists all nodes by the moves that lead to them. */
function byPath({ nodes }: StudyTree): Map<string, StudyNode> {
  const paths: string[] = [];
  return new Map(
    nodes.map((node, place) => {
      const path = place === 0 ? "" : `${paths[node.parent] ?? ""} ${node.move}`;
      paths.push(path);
      return [path, node] as const;
    }),
  );
}

const same = (one: StudyNode, other: StudyNode) => one.comment === other.comment && one.name === other.name && one.marks.join() === other.marks.join();
const movesOf = (path: string) => path.split(" ").slice(1);

/** Merges a text that both may have changed: if both have, both stay. */
function mergeText(base: string, mine: string, theirs: string): string {
  if (mine === theirs || theirs === base) return mine;
  if (mine === base || theirs.includes(mine)) return theirs;
  return mine.includes(theirs) ? mine : `${mine}\n${theirs}`;
}

/**
 * Merges two trees that were changed at once. Everything that either added stays, also at once in one comment; what one
 * deleted goes unless the other has added to it since.
 */
export function mergeStudies(base: StudyTree, mine: GameTree, theirs: StudyTree): GameTree {
  const before = byPath(base);
  const own = byPath(writeStudy(mine, base.start));
  const other = byPath(theirs);
  /** Tells whether anything after a path differs from what was there. */
  const grown = (nodes: Map<string, StudyNode>, path: string) =>
    [...nodes].some(([at, node]) => (at === path || at.startsWith(`${path} `)) && !(before.has(at) && same(before.get(at)!, node)));
  let tree = mine;
  for (const [path, node] of other) {
    const [old, ours] = [before.get(path), own.get(path)];
    if (!ours && old && !grown(other, path)) continue;
    let id = ROOT;
    for (const move of movesOf(path)) ({ tree, id } = addMove(tree, id, move));
    const known = nodeOf(tree, id);
    const marks = [...new Set([...known.marks, ...node.marks])].filter((mark) => {
      const had = old?.marks.includes(mark) ?? false;
      return !had || ((ours?.marks.includes(mark) ?? true) && node.marks.includes(mark));
    });
    const comment = mergeText(old?.comment ?? "", known.comment, node.comment);
    const name = mergeText(old?.name ?? "", known.name, node.name).replaceAll("\n", " / ");
    if (comment !== known.comment || name !== known.name || marks.join() !== known.marks.join()) tree = setNotes(tree, id, { comment, name, marks });
  }
  for (const path of before.keys()) {
    if (path === "" || other.has(path) || !own.has(path) || grown(own, path)) continue;
    const doomed = nodeAt(tree, movesOf(path));
    if (doomed !== null) tree = remove(tree, doomed);
  }
  return tree;
}
