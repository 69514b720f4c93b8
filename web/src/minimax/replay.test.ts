import { describe, expect, it } from "vitest";
import { bestLine, boundSign, layout, replay, type TreeNode, type TreeStep } from "./replay";

const node = (parent: number | null, children: number[], depth: number, evaluation = 0): TreeNode => ({
  parent,
  move: parent === null ? null : "f5",
  board: "",
  maximizes: depth % 2 === 0,
  children,
  left_out: 0,
  depth,
  evaluation,
});
// Two moves, two replies to each: the second reply to the second move is cut.
const nodes = [node(null, [1, 4], 0), node(0, [2, 3], 1), node(1, [], 2, 4), node(1, [], 2, 6), node(0, [5, 6], 1), node(4, [], 2, 1), node(4, [], 2, 9)];
const step = (kind: TreeStep["kind"], at: number, more: Partial<TreeStep> = {}): TreeStep => ({
  kind,
  node: at,
  child: null,
  value: null,
  bound: null as unknown as TreeStep["bound"],
  alpha: null,
  beta: null,
  skipped: [],
  ...more,
});
const steps: TreeStep[] = [
  step("enter", 0),
  step("enter", 1),
  step("enter", 2),
  step("evaluate", 2, { value: 4 }),
  step("improve", 1, { child: 2, value: 4 }),
  step("enter", 3),
  step("evaluate", 3, { value: 6 }),
  step("reject", 1, { child: 3, value: 6 }),
  step("leave", 1, { value: 4, bound: "exact" }),
  step("improve", 0, { child: 1, value: 4 }),
  step("enter", 4, { alpha: 4 }),
  step("enter", 5, { alpha: 4 }),
  step("evaluate", 5, { value: 1 }),
  step("improve", 4, { child: 5, value: 1 }),
  step("cut", 4, { skipped: [6], alpha: 4, beta: 1 }),
  step("leave", 4, { value: 1, bound: "upper" }),
  step("reject", 0, { child: 4, value: 1 }),
  step("leave", 0, { value: 4, bound: "exact" }),
];

describe("a search that is replayed", () => {
  it("begins with nothing known", () => {
    const { states, step: last, looked, cut } = replay(nodes, steps, 0);
    expect(states.every((state) => state.status === "waiting")).toBe(true);
    expect([last, looked, cut]).toEqual([null, 0, 0]);
  });

  it("knows a bound while moves are left", () => {
    const { states } = replay(nodes, steps, 5);
    expect(states[1]).toEqual({ status: "open", value: 4, bound: "upper", best: 2 });
    expect(boundSign(states[1]!.bound)).toBe("≤");
  });

  it("ends with the value, the line and what was cut", () => {
    const { states, looked, cut } = replay(nodes, steps, steps.length);
    expect(states[0]).toEqual({ status: "done", value: 4, bound: "exact", best: 1 });
    expect(states[4]!.bound).toBe("upper");
    expect(states[6]!.status).toBe("cut");
    expect([looked, cut]).toEqual([6, 1]);
    expect(bestLine(states)).toEqual([0, 1, 2]);
  });

  it("is drawn with leaves side by side and parents above their middle", () => {
    const { spots, width, depth } = layout(nodes);
    expect([width, depth]).toEqual([4, 2]);
    expect(spots[1]).toEqual({ x: 0.5, y: 1 });
    expect(spots[0]).toEqual({ x: 1.5, y: 0 });
    expect(layout([]).width).toBe(0);
  });
});
