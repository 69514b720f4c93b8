// @vitest-environment happy-dom
import { flushSync, mount, unmount } from "svelte";
import { afterEach, expect, it } from "vitest";
import Board from "./Board.svelte";
import { squareIndex, squareName } from "./geometry";
import { parseDiscs } from "./state";
import { START } from "../game/starts";

const legal = new Map([[37, [36]]]);
let component: ReturnType<typeof mount> | null = null;

function draw(more: object = {}): { chosen: string[] } {
  const chosen: string[] = [];
  component = mount(Board, {
    target: document.body,
    props: {
      discs: parseDiscs(START),
      side: "black",
      movable: { legal, onchoose: (square: number) => chosen.push(squareName(square)) },
      labels: { board: "board", square: (square: number) => squareName(square) },
      ...more,
    },
  });
  flushSync();
  return { chosen };
}
const square = (name: string) => document.querySelector<HTMLElement>(`[data-name="${name}"]`)!;
const press = (key: string) => {
  document.activeElement!.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
  flushSync();
};

afterEach(() => {
  if (component) void unmount(component);
  component = null;
  document.body.innerHTML = "";
});

it("draws discs, marks and the last move", () => {
  draw({ highlight: { last: squareIndex("d5") } });
  expect(document.querySelectorAll(".disc.black")).toHaveLength(2);
  expect(document.querySelectorAll(".disc.white")).toHaveLength(2);
  expect(document.querySelectorAll(".dot.black")).toHaveLength(1);
  expect(square("d5").querySelector(".last")).not.toBeNull();
});

it("outlines the square of the last move, as thick as is wished, also under a number", () => {
  draw({ highlight: { last: squareIndex("d5") }, look: { lastSize: "thick" }, writing: { numbers: new Map([[squareIndex("d5"), 9]]) } });
  expect(square("d5").querySelector(".last.thick")).not.toBeNull();
  expect(document.querySelectorAll(".last")).toHaveLength(1);
});

it("has no grid where none is wished", () => {
  draw({ look: { grid: false } });
  expect(document.querySelector(".othello-board.plain")).not.toBeNull();
});

it("says which square was clicked, legal or not: it knows no rules", () => {
  const { chosen } = draw();
  square("f5").click();
  square("a1").click();
  expect(chosen).toEqual(["f5", "a1"]);
});

it("is played by keyboard alone", () => {
  const { chosen } = draw();
  square("d4").focus();
  for (const key of ["d", "s", "d", "Enter"]) press(key);
  expect(chosen).toEqual(["f5"]);
});

it("has one square in the order of the Tab key", () => {
  draw();
  expect(document.querySelectorAll('[role="gridcell"][tabindex="0"]')).toHaveLength(1);
  expect(document.querySelectorAll('[role="row"]')).toHaveLength(8);
});

it("writes values on squares, the best one marked", () => {
  draw({ writing: { values: new Map([[37, { text: "+4", kind: "exact", best: true }]]) } });
  expect(square("f5").querySelector(".value.exact.best")?.textContent).toBe("+4");
});

it("shows what a move would turn over while a legal square has the focus", () => {
  draw();
  square("f5").focus();
  flushSync();
  expect(square("e5").querySelector(".doomed")).not.toBeNull();
  expect(square("f5").querySelector(".ghost.black")).not.toBeNull();
});
