// A tree of moves with variations and comments. Pure: every function returns a new tree and leaves the old one
// alone. Moves are texts that came from the server; whether they are legal is not asked here.

export interface TreeNode {
  readonly id: number;
  readonly parent: number | null;
  /** The move that led here: a square or `pass`; `null` at the root. */
  readonly move: string | null;
  /** The continuations, the main one first. */
  readonly children: readonly number[];
  readonly comment: string;
  /** What the line is called that begins here. */
  readonly name: string;
  /** Marks on the board, such as `circle f5` and `arrow c3 e5`. */
  readonly marks: readonly string[];
  /** Whether it was only shown, as a line of the engine is: such a node is not kept unless somebody adds to it. */
  readonly shown: boolean;
}

const BARE = { comment: "", name: "", marks: [], shown: false } as const;

export interface GameTree {
  readonly nodes: ReadonlyMap<number, TreeNode>;
  readonly nextId: number;
}

export const ROOT = 0;

/** Makes a tree of one line. */
export function lineTree(moves: readonly string[]): GameTree {
  const nodes = new Map<number, TreeNode>();
  nodes.set(ROOT, { id: ROOT, parent: null, move: null, children: moves.length > 0 ? [1] : [], ...BARE });
  moves.forEach((move, at) => {
    const children = at + 1 < moves.length ? [at + 2] : [];
    nodes.set(at + 1, { id: at + 1, parent: at, move, children, ...BARE });
  });
  return { nodes, nextId: moves.length + 1 };
}

/** Returns a node, or the root if there is none with that number. */
export function nodeOf(tree: GameTree, id: number): TreeNode {
  return tree.nodes.get(id) ?? tree.nodes.get(ROOT)!;
}

/** Plays a move at a node: goes to the continuation that exists, or adds one as the last variation. */
export function addMove(tree: GameTree, at: number, move: string, shown = false): { tree: GameTree; id: number } {
  const parent = nodeOf(tree, at);
  const known = parent.children.find((child) => nodeOf(tree, child).move === move);
  if (known !== undefined) return { tree: shown ? tree : keepPath(tree, known), id: known };
  const id = tree.nextId;
  const nodes = new Map(tree.nodes);
  nodes.set(parent.id, { ...parent, children: [...parent.children, id] });
  nodes.set(id, { id, parent: parent.id, move, children: [], ...BARE, shown });
  const added = { nodes, nextId: id + 1 };
  return { tree: shown ? added : keepPath(added, id), id };
}

/** Keeps a node that was only shown, and those before it. */
export function keepPath(tree: GameTree, id: number): GameTree {
  return pathTo(tree, id).map((step) => nodeOf(tree, step)).filter((node) => node.shown).reduce((kept, node) => withNode(kept, { ...node, shown: false }), tree);
}

/** Makes a variation the main continuation of its parent. */
export function promote(tree: GameTree, id: number): GameTree {
  const node = nodeOf(tree, id);
  if (node.parent === null) return tree;
  const parent = nodeOf(tree, node.parent);
  const children = [id, ...parent.children.filter((child) => child !== id)];
  return withNode(tree, { ...parent, children });
}

/** Makes the whole path to a node the main line. */
export function promoteToMain(tree: GameTree, id: number): GameTree {
  return pathTo(tree, id).reduce((changed, step) => promote(changed, step), keepPath(tree, id));
}

/** Removes a node with everything after it. The root stays. */
export function remove(tree: GameTree, id: number): GameTree {
  const node = tree.nodes.get(id);
  if (!node || node.parent === null) return tree;
  const nodes = new Map(tree.nodes);
  const doomed = [id];
  for (let next = doomed.pop(); next !== undefined; next = doomed.pop()) {
    doomed.push(...(nodes.get(next)?.children ?? []));
    nodes.delete(next);
  }
  const parent = nodeOf(tree, node.parent);
  nodes.set(parent.id, { ...parent, children: parent.children.filter((child) => child !== id) });
  return { ...tree, nodes };
}

/** Writes a comment at a node. */
export function setComment(tree: GameTree, id: number, comment: string): GameTree {
  return setNotes(tree, id, { comment });
}

/** Writes comment, name or marks at a node, which is kept from then on. */
export function setNotes(tree: GameTree, id: number, notes: Partial<Pick<TreeNode, "comment" | "name" | "marks">>): GameTree {
  const node = tree.nodes.get(id);
  return node ? withNode(keepPath(tree, id), { ...node, shown: false, ...notes }) : tree;
}

/** Finds the node at the end of a path of moves; `null` if there is none. */
export function nodeAt(tree: GameTree, moves: readonly string[]): number | null {
  let id = ROOT;
  for (const move of moves) {
    const next = nodeOf(tree, id).children.find((child) => nodeOf(tree, child).move === move);
    if (next === undefined) return null;
    id = next;
  }
  return id;
}

/** Lists the nodes from the first move to a node. */
export function pathTo(tree: GameTree, id: number): number[] {
  const path: number[] = [];
  for (let node = tree.nodes.get(id); node && node.parent !== null; node = tree.nodes.get(node.parent)) {
    path.unshift(node.id);
  }
  return path;
}

/** Lists the nodes of a node's path and of the main continuation after it. */
export function lineThrough(tree: GameTree, id: number): number[] {
  const line = pathTo(tree, id);
  let node = nodeOf(tree, id);
  while (node.children[0] !== undefined) {
    node = nodeOf(tree, node.children[0]);
    line.push(node.id);
  }
  return line;
}

/** Lists the main line. */
export function mainLine(tree: GameTree): number[] {
  return lineThrough(tree, ROOT);
}

/** Tells whether a node is on the main line. */
export function isMain(tree: GameTree, id: number): boolean {
  return id === ROOT || mainLine(tree).includes(id);
}

/** Lists the moves that lead to a node. */
export function movesTo(tree: GameTree, id: number): string[] {
  return pathTo(tree, id).map((step) => nodeOf(tree, step).move ?? "");
}

/** Returns the next node of the main continuation, or the node itself at its end. */
export function forward(tree: GameTree, id: number): number {
  return nodeOf(tree, id).children[0] ?? id;
}

/** Returns the node before, or the root. */
export function back(tree: GameTree, id: number): number {
  return nodeOf(tree, id).parent ?? ROOT;
}

/** Returns the neighbouring variation: 1 the next, -1 the one before; the node itself if there is none. */
export function sibling(tree: GameTree, id: number, offset: 1 | -1): number {
  const node = nodeOf(tree, id);
  if (node.parent === null) return id;
  const siblings = nodeOf(tree, node.parent).children;
  return siblings[siblings.indexOf(id) + offset] ?? id;
}

function withNode(tree: GameTree, node: TreeNode): GameTree {
  return { ...tree, nodes: new Map(tree.nodes).set(node.id, node) };
}
