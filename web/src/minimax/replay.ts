// A search of a small tree, replayed: what is known of every position after some of its steps, and where positions are drawn.

import type { Schemas } from "../api/types";

export type TreeView = Schemas["TreeView"];
export type TreeNode = Schemas["TreeNodeView"];
export type TreeStep = Schemas["TreeStepView"];

/** What is known of a position so far. */
export interface NodeState {
  readonly status: "waiting" | "open" | "done" | "cut";
  readonly value: number | null;
  /** What the value says: the value itself, at least it, or at most it. */
  readonly bound: "exact" | "lower" | "upper";
  /** The position after the best move so far. */
  readonly best: number | null;
}

export interface Replay {
  readonly states: readonly NodeState[];
  /** The last step that was taken. */
  readonly step: TreeStep | null;
  /** How many positions have been looked at, and how many need not be. */
  readonly looked: number;
  readonly cut: number;
}

const WAITING: NodeState = { status: "waiting", value: null, bound: "exact", best: null };

/** Takes the first `count` steps of a search. */
export function replay(nodes: readonly TreeNode[], steps: readonly TreeStep[], count: number): Replay {
  const states: NodeState[] = nodes.map(() => WAITING);
  const set = (node: number, change: Partial<NodeState>) => (states[node] = { ...states[node]!, ...change });
  const cutBelow = (node: number) => {
    set(node, { status: "cut" });
    nodes[node]!.children.forEach(cutBelow);
  };
  let looked = 0;
  for (const { kind, node, child, value, bound, skipped } of steps.slice(0, count)) {
    if (kind === "enter") {
      looked += 1;
      set(node, { status: "open" });
    } else if (kind === "evaluate") set(node, { status: "done", value, bound: "exact" });
    // Until all moves are known, the side to move has at least this: the largest value grows, the smallest shrinks.
    else if (kind === "improve") set(node, { value, best: child, bound: nodes[node]!.maximizes ? "lower" : "upper" });
    else if (kind === "cut") skipped.forEach(cutBelow);
    else if (kind === "leave") set(node, { status: "done", value, bound: bound === "lower" || bound === "upper" ? bound : "exact" });
  }
  const cut = states.filter((state) => state.status === "cut").length;
  return { states, step: steps[count - 1] ?? null, looked, cut };
}

/** Returns the positions of the line that both sides choose, as far as it is known. */
export function bestLine(states: readonly NodeState[]): readonly number[] {
  const line = [0];
  for (let node = states[0]?.best ?? null; node !== null; node = states[node]?.best ?? null) line.push(node);
  return line;
}

/** Where a position is drawn: its column in leaves from the left, its row in plies from the root. */
export interface Spot {
  readonly x: number;
  readonly y: number;
}

/** Places leaves side by side and every other position above the middle of those after it. */
export function layout(nodes: readonly TreeNode[]): { readonly spots: readonly Spot[]; readonly width: number; readonly depth: number } {
  const spots: Spot[] = new Array<Spot>(nodes.length);
  let width = 0;
  const place = (node: number): number => {
    const { children, depth } = nodes[node]!;
    const xs = children.map(place);
    const x = xs.length === 0 ? width++ : (xs[0]! + xs.at(-1)!) / 2;
    spots[node] = { x, y: depth };
    return x;
  };
  if (nodes.length > 0) place(0);
  return { spots, width, depth: Math.max(0, ...nodes.map((node) => node.depth)) };
}

/** Writes the bound of a value as a sign before it. */
export const boundSign = (bound: NodeState["bound"]) => (bound === "lower" ? "≥" : bound === "upper" ? "≤" : "");
