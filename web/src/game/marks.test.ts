import { expect, it } from "vitest";
import { readMark, toggleMark } from "./marks";

it("marks are read, and what is none is not", () => {
  expect(readMark("circle a1")).toEqual({ kind: "circle", at: 0 });
  expect(readMark("arrow a1 h8")).toEqual({ kind: "arrow", at: 0, to: 63 });
  expect(readMark("label b1 A b")).toEqual({ kind: "label", at: 1, text: "A b" });
  for (const none of ["", "circle", "circle z9", "arrow a1", "blob a1"]) expect(readMark(none)).toBeNull();
});

it("a mark is added, and taken away again", () => {
  const one = toggleMark([], "circle f5");
  expect(toggleMark(one, "arrow c3 e5")).toEqual(["arrow c3 e5", "circle f5"]);
  expect(toggleMark(one, "circle f5")).toEqual([]);
});
