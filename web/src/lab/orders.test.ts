import { describe, expect, it } from "vitest";
import { PRESETS, pairs, plainName, presetOf, roughly, total, withNoise } from "./orders";

describe("a tournament to be begun", () => {
  it("counts its games", () => {
    expect(pairs("round-robin", 5)).toBe(10);
    expect(pairs("gauntlet", 5)).toBe(4);
    expect(pairs("matrix", 5)).toBe(25);
    expect(pairs("gauntlet", 0)).toBe(0);
    expect(total(PRESETS.ancestors)).toBe(100);
  });

  it("gives randomness to those who know it and have none", () => {
    const knows = (id: string) => id !== "random";
    expect(withNoise(["nea", "random", "nea:noise=3", "om-novice:mobility=0"], "5", knows)).toEqual([
      "nea:noise=5",
      "random",
      "nea:noise=3",
      "om-novice:mobility=0,noise=5",
    ]);
    expect(withNoise(["nea"], "", knows)).toEqual(["nea"]);
    expect(withNoise(["nea"], "0", knows)).toEqual(["nea"]);
  });

  it("has presets that are found by name, and by no other", () => {
    expect(presetOf("levels")).toBe("levels");
    for (const name of [null, "", "toString", "__proto__"]) expect(presetOf(name)).toBe(null);
    for (const { games } of Object.values(PRESETS)) expect(games % 2).toBe(0);
  });
});

describe("a file", () => {
  it("gets a name that players can refer to", () => {
    expect(plainName("tiger.txt")).toBe("tiger.txt");
    expect(plainName("../a,b=c:d.ggf")).toBe("a-b-c-d.ggf");
    expect(plainName("虎定石.txt")).toBe("虎定石.txt");
    expect(plainName("///")).toBe("file");
    expect([...plainName("x".repeat(200) + ".txt")].length).toBe(60);
  });
});

describe("a time", () => {
  it("is rounded", () => {
    expect(roughly(0.2)).toEqual({ unit: "labSeconds", n: "1" });
    expect(roughly(100)).toEqual({ unit: "labMinutes", n: "2" });
    expect(roughly(7200)).toEqual({ unit: "labHours", n: "2.0" });
  });
});
