// A repertoire as a picture: own moves stand in columns, each beside the one it goes on from.

export interface OwnMove {
  /** The moves that lead there, such as f5d6. */
  readonly way: string;
  readonly move: string;
  /** How firmly it is remembered, 0 to 5. */
  readonly strength: number;
  readonly due: boolean;
}

/** An own move at its place: columns count own moves, rows the lines. */
export interface TreeNode<M extends OwnMove> {
  readonly own: M;
  /** What was played before it; empty at the start. */
  readonly reply: string;
  readonly column: number;
  readonly row: number;
  /** The row of the own move it goes on from; `null` at the start. */
  readonly from: number | null;
}

export interface Tree<M extends OwnMove> {
  readonly nodes: readonly TreeNode<M>[];
  readonly columns: number;
  readonly rows: number;
}

/** Sets a repertoire out, up to a number of own moves in a line: every line ends in a row of its own. */
export function treeOf<M extends OwnMove>(moves: readonly M[], columns: number): Tree<M> {
  const nodes: TreeNode<M>[] = [];
  let rows = 0;
  let widest = 0;
  const children = (before: string) =>
    moves.filter(({ way }) => way.length === before.length + 2 && way.startsWith(before) && before !== "");
  const place = (own: M, column: number, from: number | null): void => {
    const row = rows;
    widest = Math.max(widest, column + 1);
    nodes.push({ own, reply: own.way.slice(-2), column, row, from });
    const next = column + 1 < columns ? children(own.way + own.move) : [];
    for (const one of next) place(one, column + 1, row);
    if (next.length === 0) rows += 1;
  };
  // Black begins with an own move, White with an answer to one.
  const shortest = Math.min(...moves.map(({ way }) => way.length));
  for (const own of moves.filter(({ way }) => way.length === shortest)) place(own, 0, null);
  return { nodes, columns: widest, rows };
}

/** The lines of a repertoire, as a list for narrow windows: each with all its moves and the weakest memory on it. */
export function linesOf<M extends OwnMove>(moves: readonly M[]): { readonly line: string; readonly last: M; readonly weakest: number; readonly due: number }[] {
  const ends = moves.filter((one) => !moves.some((other) => other.way.startsWith(one.way + one.move)));
  return ends.map((last) => {
    const line = last.way + last.move;
    const own = moves.filter(({ way, move }) => line.startsWith(way + move));
    return { line, last, weakest: Math.min(...own.map(({ strength }) => strength)), due: own.filter(({ due }) => due).length };
  });
}
