import { describe, expect, it } from "vitest";
import { formatClock, formatSpent, remaining } from "./clock";

describe("a clock", () => {
  it("is written as people read it", () => {
    expect(formatClock(300_000)).toBe("5:00");
    expect(formatClock(299_001)).toBe("5:00");
    expect(formatClock(61_000)).toBe("1:01");
    expect(formatClock(3_723_000)).toBe("1:02:03");
    expect(formatClock(9_440)).toBe("0:09.4");
    expect(formatClock(-5)).toBe("0:00.0");
  });

  it("runs for one side only, and stops at nothing", () => {
    const reading = { black: 1_000, white: 2_000, running: "black", readAt: 500 } as const;
    expect(remaining(reading, "black", 900)).toBe(600);
    expect(remaining(reading, "white", 900)).toBe(2_000);
    expect(remaining(reading, "black", 9_000)).toBe(0);
    expect(remaining(reading, "black", 100)).toBe(1_000);
  });

  it("shows what a move took", () => {
    expect(formatSpent(42)).toBe("0.04 s");
    expect(formatSpent(3_240)).toBe("3.2 s");
    expect(formatSpent(65_000)).toBe("1:05");
  });
});
