import { expect, it } from "vitest";
import { endNotes, moveNotes } from "./sounds";

it("a move is one sound and a softer one for each disc turned over, in order", () => {
  const notes = moveNotes(3, 0.06);
  expect(notes).toHaveLength(4);
  expect(notes.every((note, index) => index === 0 || note.at > notes[index - 1]!.at)).toBe(true);
  expect(notes.slice(1).every((note) => note.loudness < notes[0]!.loudness)).toBe(true);
  expect(moveNotes(19, 0).length).toBe(13);
});

it("a win rises, a loss falls", () => {
  const pitches = (occasion: "won" | "lost") => endNotes(occasion).map((note) => note.pitch);
  expect(pitches("won")).toEqual([...pitches("won")].sort((a, b) => a - b));
  expect(pitches("lost")).toEqual([...pitches("lost")].sort((a, b) => b - a));
});
