// @vitest-environment happy-dom
import { describe, expect, it, vi } from "vitest";

const states = ["reading", "indexing", "done"];
let looks = 0;
const progress = (state: string) => ({ id: 3, state, files: 1, read: 5, added: 5, duplicates: 0, bad: 0, faults: [], failure: null });
vi.mock("./server", () => ({
  api: {
    imports: () => Promise.resolve([progress("collecting"), progress("reading"), progress("done")]),
    importProgress: () => Promise.resolve(progress(states[Math.min((looks += 1), 2)]!)),
  },
}));
const { Importing } = await import("./importing.svelte");

describe("an import", () => {
  it("that goes on is found again by whoever comes back to the page", async () => {
    vi.useFakeTimers();
    const importing = new Importing();
    const resumed = importing.resume();
    await vi.advanceTimersByTimeAsync(0);
    expect([importing.busy, importing.progress?.state]).toEqual([true, "reading"]);
    await vi.advanceTimersByTimeAsync(2000);
    await resumed;
    vi.useRealTimers();
    expect([importing.busy, importing.progress?.state, importing.added]).toEqual([false, "done", 1]);
  });
});
