import { describe, expect, it } from "vitest";
import { atEnd, goTo, grown, isLive, step, stepOfKey } from "./timeline";

describe("a timeline", () => {
  it("steps inside the game only", () => {
    const end = atEnd(3);
    expect(step(end, "forward").at).toBe(3);
    expect(step(end, "back").at).toBe(2);
    expect(step(step(end, "first"), "back").at).toBe(0);
    expect(step(step(end, "first"), "last")).toEqual(end);
    expect(goTo(end, 99).at).toBe(3);
    expect(goTo(end, -1).at).toBe(0);
  });

  it("follows the present, and leaves who looks at the past in peace", () => {
    expect(grown(atEnd(3), 5)).toEqual(atEnd(5));
    expect(grown({ length: 3, at: 1 }, 5)).toEqual({ length: 5, at: 1 });
  });

  it("follows a game that was taken back", () => {
    expect(grown({ length: 9, at: 8 }, 4)).toEqual(atEnd(4));
    expect(grown(atEnd(9), 4)).toEqual(atEnd(4));
  });

  it("is live at its end only", () => {
    expect(isLive(atEnd(0))).toBe(true);
    expect(isLive({ length: 2, at: 1 })).toBe(false);
  });

  it("knows its keys", () => {
    expect(stepOfKey("Home")).toBe("first");
    expect(stepOfKey("x")).toBeNull();
  });
});
