// Sounds made on the spot: a disc that is placed, discs that turn over, the end of a game. What sounds when is a list
// of notes, which can be tested; playing them needs a browser.

export type Occasion = "won" | "lost" | "drawn";

/** A short sound: when it begins and how long it lasts in seconds, its pitch in hertz, its loudness from 0 to 1. */
export interface Note {
  readonly at: number;
  readonly length: number;
  readonly pitch: number;
  readonly loudness: number;
}

/** The notes of a move: one for the disc placed, a softer one for each disc turned over, at most a dozen. */
export function moveNotes(flips: number, stepSeconds: number): Note[] {
  const notes: Note[] = [{ at: 0, length: 0.07, pitch: 420, loudness: 0.5 }];
  for (let turned = 0; turned < Math.min(flips, 12); turned += 1) {
    notes.push({ at: 0.06 + turned * Math.max(0.03, stepSeconds), length: 0.05, pitch: 620 + 24 * turned, loudness: 0.18 });
  }
  return notes;
}

/** The notes that call somebody to their turn. */
export function turnNotes(): Note[] {
  return [880, 1175].map((pitch, index) => ({ at: 0.3 + index * 0.12, length: 0.16, pitch, loudness: 0.22 }));
}

/** The notes of an end. */
export function endNotes(occasion: Occasion): Note[] {
  const pitches = { won: [523, 659, 784, 1047], lost: [392, 330, 262], drawn: [440, 440] }[occasion];
  return pitches.map((pitch, index) => ({ at: 0.25 + index * 0.14, length: 0.32, pitch, loudness: 0.28 }));
}

let context: AudioContext | null = null;

/** Plays notes. A browser that does not let us, for example before the first click, stays silent. */
export function play(notes: readonly Note[]): void {
  try {
    context ??= new AudioContext();
    void context.resume();
    for (const note of notes) sound(context, note);
  } catch {
    // Silence is no failure.
  }
}

function sound(into: AudioContext, { at, length, pitch, loudness }: Note): void {
  const begin = into.currentTime + at;
  const tone = new OscillatorNode(into, { type: "triangle", frequency: pitch });
  const volume = new GainNode(into, { gain: 0 });
  volume.gain.setValueAtTime(0, begin);
  volume.gain.linearRampToValueAtTime(loudness, begin + 0.006);
  volume.gain.exponentialRampToValueAtTime(0.0001, begin + length);
  tone.connect(volume).connect(into.destination);
  tone.start(begin);
  tone.stop(begin + length + 0.02);
}
