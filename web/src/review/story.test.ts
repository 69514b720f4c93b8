import { describe, expect, it } from "vitest";
import type { Moment, Story } from "../api/review";
import { outflanker, squareIndex } from "../board/geometry";
import { translate } from "../i18n/catalogue";
import { barShare } from "./bar";
import { lossesOf, lossY } from "./graph";
import { nextMoment, previousMoment, walkOf } from "./moments";
import { headline, turn, type Told } from "./story";

const story = (change: Partial<Story> = {}): Story => ({ result: -6, turning_point: null, ahead_from: null, moments: [], ...change });
const told = (change: Partial<Told> = {}): Told => ({
  story: story(),
  ended: null,
  you: null,
  names: { black: "Ann", white: "Mika" },
  number: (ply) => ply + 1,
  move: () => "d1",
  ...change,
});
const english = ([key, values]: readonly [Parameters<typeof translate>[1], Parameters<typeof translate>[2]]) => translate("en", key, values);

describe("the headline of a game", () => {
  it("calls the person at the screen you, and everybody else by name", () => {
    expect(english(headline(told({ you: "black" })))).toBe("You lost by 6");
    expect(english(headline(told({ you: "white" })))).toBe("You won by 6");
    expect(english(headline(told()))).toBe("Mika won by 6");
    expect(english(headline(told({ story: story({ result: 0 }) })))).toBe("A draw");
    expect(english(headline(told({ story: story({ result: null }) })))).toBe("An unfinished game");
  });
  it("says how a game ended that was not played out", () => {
    const resigned = { winner: "white" as const, reason: "resigned" };
    expect(english(headline(told({ story: story({ result: null }), ended: resigned })))).toBe("Mika won by resignation");
    expect(english(headline(told({ story: story({ result: null }), ended: resigned, you: "white" })))).toBe("You won: Ann resigned");
    expect(english(headline(told({ ended: { winner: "white", reason: "time" }, you: "black" })))).toBe("You lost on time");
  });
});

describe("what decided a game", () => {
  const point = { ply: 42, side: "black" as const, before: 4, after: -6, exact: true, ahead_since: 35 };
  it("is the move that turned it, with who was ahead before", () => {
    expect(english(turn(told({ you: "black", story: story({ turning_point: point }) }))!)).toBe(
      "You were ahead from move 36. Then at move 43 you played d1, and the game turned: +4 → −6.",
    );
    expect(english(turn(told({ story: story({ turning_point: { ...point, before: 0, ahead_since: null } }) }))!)).toMatch(/^The game was level until move 43\. There Ann/);
  });
  it("is a lead that was kept, if nothing turned", () => {
    expect(english(turn(told({ you: "white", story: story({ ahead_from: 11 }) }))!)).toBe("You were ahead from move 12 on and never let go.");
    expect(english(turn(told({ story: story({ ahead_from: 0 }) }))!)).toBe("Mika was ahead from start to finish.");
    expect(turn(told({ story: story({ result: null }) }))).toBeNull();
  });
});

describe("the walk along key moments", () => {
  const moment = (ply: number, side: Moment["side"]): Moment => ({ ply, side, kind: "mistake", label: "mistake", better: 4, worse: -2, chances: [0.7, 0.3], exact: true, turning: false });
  const moments = [moment(3, "white"), moment(8, "black"), moment(20, "black"), moment(31, "white")];
  it("begins with one's own", () => {
    expect(walkOf(moments, "black").map(({ ply }) => ply)).toEqual([8, 20, 3, 31]);
    expect(walkOf(moments, null)).toBe(moments);
  });
  it("goes on from a moment to the next, from elsewhere to what comes later, and ends", () => {
    const walk = walkOf(moments, "black");
    expect(nextMoment(walk, 0)).toBe(0);
    expect(nextMoment(walk, 8)).toBe(1);
    expect(nextMoment(walk, 20)).toBe(2);
    expect(nextMoment(walk, 31)).toBeNull();
    expect(nextMoment(moments, 60)).toBeNull();
    expect(previousMoment(walk, 8)).toBeNull();
    expect(previousMoment(moments, 60)).toBe(3);
  });
});

describe("pictures of a score", () => {
  it("give black more of the bar the better black stands, and never all of it", () => {
    expect(barShare(0)).toBe(50);
    expect(barShare(4)).toBeGreaterThan(barShare(2));
    expect(barShare(64)).toBeLessThan(100);
    expect(barShare(-64)).toBeGreaterThan(0);
  });
  it("sum up what each side gave away", () => {
    expect(lossesOf([{ side: "black", loss: 2 }, null, { side: "white", loss: 5 }, { side: "black", loss: 1 }])).toEqual({ black: [0, 2, 2, 2, 3], white: [0, 0, 0, 5, 5] });
    expect(lossY(0, 20)).toBeGreaterThan(lossY(20, 20));
  });
});

describe("an arrow", () => {
  it("begins at the disc that outflanks the longest row", () => {
    const at = (name: string) => squareIndex(name)!;
    expect(outflanker(at("b8"), [at("c7"), at("d6"), at("e5"), at("c8")])).toBe(at("f4"));
    expect(outflanker(at("f5"), [])).toBeNull();
  });
});
