// @vitest-environment happy-dom
import { describe, expect, it, vi } from "vitest";
import { Api } from "../api/client";
import { eventually } from "../api/eventually";
import { OPEN } from "../api/provider";
import { Device } from "./coordinator";
import { DeskRunner, type Desk } from "./desk";
import { isFull, type Change, type Keep } from "./keep";
import type { DeskEvent, DeskNews, Effect, WorkerLike } from "./messages";
import { ThinkerPool, type ThinkerNews } from "./pool";

const settled = () => new Promise((resolve) => setTimeout(resolve));

/** A Worker whose other side the test plays. */
class FakeWorker implements WorkerLike {
  onmessage: WorkerLike["onmessage"] = null;
  onerror: WorkerLike["onerror"] = null;
  ended = false;
  readonly heard: { run: number; task: unknown; flag: Int32Array | null }[] = [];
  postMessage(message: unknown): void {
    this.heard.push(message as (typeof this.heard)[number]);
  }
  terminate(): void {
    this.ended = true;
  }
  tells(data: unknown): void {
    if (!this.ended) this.onmessage?.(new MessageEvent("message", { data }));
  }
  /** Says something about the search it does now. */
  says(news: { line: unknown } | { result: unknown } | { failed: string }): void {
    this.tells({ run: this.heard.at(-1)!.run, ...news } satisfies ThinkerNews);
  }
  get task(): unknown {
    return this.heard.at(-1)?.task;
  }
}

function pool(size: number, shares = false) {
  const workers: FakeWorker[] = [];
  const told: [string, number, unknown][] = [];
  const tokens: string[] = [];
  const made = new ThinkerPool({
    size,
    start: () => {
      const worker = new FakeWorker();
      workers.push(worker);
      return Promise.resolve(worker);
    },
    report: (job, line) => told.push(["report", job, line]),
    done: (job, result) => told.push(["done", job, result]),
    failed: (job, reason) => told.push(["failed", job, reason]),
    token: { make: () => (tokens.push("made"), "token"), end: (token) => void tokens.push(`ended ${token}`) },
    ...(shares ? { flag: () => new Int32Array(new SharedArrayBuffer(4)) } : {}),
  });
  return { made, workers, told, tokens };
}

describe("searches on this device", () => {
  it("are told as they go, and the next one begins when one is done", async () => {
    const { made, workers, told } = pool(1);
    made.add({ job: 1, class: "review", task: "a" });
    made.add({ job: 2, class: "review", task: "b" });
    await settled();
    expect(workers.map((worker) => worker.task)).toEqual(["a"]);
    workers[0]!.says({ line: "depth 4" });
    workers[0]!.says({ result: "+2" });
    await settled();
    expect(told).toEqual([["report", 1, "depth 4"], ["done", 1, "+2"]]);
    expect(workers[0]!.task).toBe("b");
    expect(workers).toHaveLength(1);
  });

  it("make room for what is more urgent, and begin again later", async () => {
    const { made, workers, told } = pool(1);
    made.add({ job: 1, class: "review", task: "review" });
    await settled();
    made.add({ job: 2, class: "analysis", task: "analysis" });
    made.add({ job: 3, class: "move", task: "move" });
    await settled();
    const [first, , third] = workers;
    expect(first!.ended).toBe(true);
    expect(workers.at(-1)!.task).toBe("move");
    first!.says({ result: "too late" });
    workers.at(-1)!.says({ result: "f5" });
    await settled();
    expect(workers.at(-1)!.task).toBe("analysis");
    workers.at(-1)!.says({ result: "+1" });
    await settled();
    expect(workers.at(-1)!.task).toBe("review");
    expect(told).toEqual([["done", 3, "f5"], ["done", 2, "+1"]]);
    expect(third?.ended ?? false).toBe(false);
  });

  it("do not disturb what is as urgent", async () => {
    const { made, workers } = pool(1);
    made.add({ job: 1, class: "move", task: "a" });
    await settled();
    made.add({ job: 2, class: "move", task: "b" });
    await settled();
    expect([workers.length, workers[0]!.task]).toEqual([1, "a"]);
  });

  it("end with their Worker where memory is not shared, and nothing more is heard of them", async () => {
    const { made, workers, told, tokens } = pool(1);
    made.add({ job: 1, class: "analysis", task: "a" });
    await settled();
    expect([tokens, workers[0]!.heard[0]]).toMatchObject([["made"], { token: "token", flag: null }]);
    made.cancel(1);
    // A Worker that was ended may compute on: what it looks for is taken away.
    expect([tokens, workers[0]!.ended]).toEqual([["made", "ended token"], true]);
    made.add({ job: 2, class: "analysis", task: "b" });
    await settled();
    expect(workers[1]!.task).toBe("b");
    expect(told).toEqual([]);
  });

  it("are stopped by their flag where memory is shared, and by force within 50 ms", async () => {
    vi.useFakeTimers();
    try {
      const { made, workers, told } = pool(1, true);
      made.add({ job: 1, class: "analysis", task: "a" });
      await vi.advanceTimersByTimeAsync(1);
      made.cancel(1);
      expect(workers[0]!.heard[0]!.flag![0]).toBe(1);
      made.add({ job: 2, class: "analysis", task: "b" });
      await vi.advanceTimersByTimeAsync(1);
      workers[0]!.says({ result: "stopped" });
      await vi.advanceTimersByTimeAsync(1);
      expect([workers.length, workers[0]!.task, workers[0]!.ended]).toEqual([1, "b", false]);
      made.cancel(2);
      made.add({ job: 3, class: "analysis", task: "c" });
      await vi.advanceTimersByTimeAsync(50);
      expect([workers[0]!.ended, workers[1]!.task]).toEqual([true, "c"]);
      expect(told).toEqual([]);
    } finally {
      vi.useRealTimers();
    }
  });

  it("rest while nobody looks, and begin again", async () => {
    const { made, workers } = pool(2);
    made.add({ job: 1, class: "analysis", task: "a" });
    made.add({ job: 2, class: "review", task: "b" });
    await settled();
    made.rest();
    expect([made.running, ...workers.map((worker) => worker.ended)]).toEqual([0, true, true]);
    made.add({ job: 3, class: "move", task: "c" });
    await settled();
    expect(workers).toHaveLength(2);
    made.wake();
    await settled();
    expect(workers.slice(2).map((worker) => worker.task)).toEqual(["c", "a"]);
  });

  it("go to the Worker that has searched for the same game, which finishes thinking on one's time first", async () => {
    const { made, workers } = pool(2, true);
    made.add({ job: 1, class: "move", task: "other", game: 7 });
    made.add({ job: 2, class: "ponder", task: "ponder", game: 8 });
    await settled();
    expect(workers.map((worker) => worker.task)).toEqual(["other", "ponder"]);
    workers[0]!.says({ result: "f5" });
    made.cancel(2);
    made.add({ job: 3, class: "move", task: "move", game: 8 });
    await settled();
    expect([workers[1]!.heard[0]!.flag![0], workers[0]!.task], "it waits for what was found for its game").toEqual([1, "other"]);
    workers[1]!.says({ result: "stopped" });
    await settled();
    expect([workers[1]!.task, workers[0]!.task]).toEqual(["move", "other"]);
    // Nobody waits for a Worker that is busy with something else.
    made.add({ job: 4, class: "move", task: "again", game: 8 });
    await settled();
    expect(workers[0]!.task).toBe("again");
  });

  it("that think on one's time give way to everything, and keep their Worker where memory is not shared", async () => {
    vi.useFakeTimers();
    try {
      const { made, workers, tokens } = pool(1);
      made.add({ job: 1, class: "ponder", task: "ponder", game: 8 });
      await vi.advanceTimersByTimeAsync(1);
      made.add({ job: 2, class: "review", task: "review" });
      await vi.advanceTimersByTimeAsync(1);
      expect([workers.length, workers[0]!.ended, tokens]).toEqual([1, false, ["made", "ended token"]]);
      workers[0]!.says({ result: "stopped" });
      await vi.advanceTimersByTimeAsync(1);
      expect(workers[0]!.task).toBe("review");
      workers[0]!.says({ result: "done" });
      await vi.advanceTimersByTimeAsync(1);
      expect(workers[0]!.task, "it goes on when nobody needs the Worker").toBe("ponder");
      // A Worker that does not hear is replaced.
      made.cancel(1);
      made.add({ job: 3, class: "move", task: "move", game: 8 });
      await vi.advanceTimersByTimeAsync(100);
      expect([workers[0]!.ended, workers[1]!.task]).toEqual([true, "move"]);
    } finally {
      vi.useRealTimers();
    }
  });

  it("say why they failed, be it the engine or its loading", async () => {
    const { made, workers, told } = pool(1);
    made.add({ job: 1, class: "move", task: "a" });
    await settled();
    workers[0]!.says({ failed: "no such player" });
    made.add({ job: 2, class: "move", task: "b" });
    await settled();
    workers[0]!.onerror?.(new ErrorEvent("error", { message: "out of memory" }));
    expect(told).toEqual([["failed", 1, "no such player"], ["failed", 2, "out of memory"]]);
    const lost = vi.fn();
    const without = new ThinkerPool({ size: 1, start: () => Promise.reject(new Error("engine.json: 404")), report: lost, done: lost, failed: lost });
    without.add({ job: 1, class: "move", task: "a" });
    await settled();
    expect(lost.mock.calls).toEqual([[1, "engine.json: 404"]]);
  });
});

/** A desk that does what the test says. */
const deskOf = (answer: (event: DeskEvent & { now?: number }) => readonly Effect[]) => {
  const loaded: [string, Uint8Array][] = [];
  const files: Uint8Array[] = [];
  const desk: Desk = { load: (key, bytes) => void loaded.push([key, bytes]), file: (bytes) => void files.push(bytes), call: answer };
  return { desk, loaded, files };
};

function keeping(values: Record<string, Uint8Array> = {}): Keep & { readonly changes: Change[][] } {
  const changes: Change[][] = [];
  return {
    changes,
    each: (value) => (Object.entries(values).forEach(([key, bytes]) => value(key, bytes)), Promise.resolve()),
    write: (made) => settled().then(() => void changes.push([...made])),
  };
}

describe("the desk's Worker", () => {
  const around = (told: DeskNews[]) => ({ tell: (news: DeskNews) => void told.push(news), now: () => 1000, later: (callback: () => void) => void setTimeout(callback), fetched: (file: string) => (file === "book" ? Promise.resolve(new Uint8Array([9])) : Promise.reject(new Error("404"))) });

  it("gives the desk what was kept before anything else", async () => {
    const heard: unknown[] = [];
    const { desk, loaded } = deskOf((event) => (heard.push(event), []));
    const told: DeskNews[] = [];
    await new DeskRunner(desk, keeping({ "games/1": new Uint8Array([7]) }), around(told)).start("ja");
    expect(loaded).toEqual([["games/1", new Uint8Array([7])]]);
    expect(heard).toEqual([{ event: "start", language: "ja", now: 1000 }]);
    expect(told).toEqual([{ news: "ready" }]);
  });

  it("answers what is kept only once it is kept, and in order", async () => {
    const answer = (id: number): Effect => ({ effect: "answer", id, status: 200, type: "application/json", body: "{}" });
    const { desk } = deskOf((event) =>
      event.event !== "request" ? [] : event.id === 1 ? [{ effect: "put", key: "games/1", bytes: "AQI=" }, answer(1)] : [answer(event.id)],
    );
    const told: DeskNews[] = [];
    const keep = keeping();
    const runner = new DeskRunner(desk, keep, around(told));
    for (const id of [1, 2]) runner.hear({ event: "request", id, method: "GET", path: "/", query: "", body: "" });
    expect(told).toEqual([]);
    await settled();
    await settled();
    expect(keep.changes).toEqual([[{ key: "games/1", bytes: new Uint8Array([1, 2]) }]]);
    expect(told.flatMap((news) => (news.news === "effects" ? news.effects : []))).toEqual([answer(1), answer(2)]);
  });

  it("says that there is no room, and answers all the same", async () => {
    const full = new DOMException("full", "QuotaExceededError");
    expect([isFull(full), isFull(new Error("full"))]).toEqual([true, false]);
    const { desk } = deskOf(() => [{ effect: "remove", key: "games/1" }, { effect: "send", socket: 1, text: "gone" }]);
    const told: DeskNews[] = [];
    new DeskRunner(desk, { each: () => Promise.resolve(), write: () => Promise.reject(full) }, around(told)).hear({ event: "close", socket: 1 });
    await settled();
    expect(told).toEqual([
      { news: "trouble", trouble: "storage-full", message: String(full) },
      { news: "effects", effects: [{ effect: "send", socket: 1, text: "gone" }] },
    ]);
  });

  it("fetches what the desk needs, and says why it could not", async () => {
    const heard: unknown[] = [];
    const { desk, files } = deskOf((event) => (heard.push(event), event.event === "message" ? ["book", "puzzles"].map((file) => ({ effect: "need" as const, file })) : []));
    new DeskRunner(desk, keeping(), around([])).hear({ event: "message", socket: 1, text: "" });
    await settled();
    expect(heard.slice(1)).toEqual([{ event: "fetched", file: "book", now: 1000 }, { event: "fetched", file: "puzzles", failed: "Error: 404", now: 1000 }]);
    expect(files).toEqual([new Uint8Array([9])]);
  });

  it("rings when the time has come, and tells when the desk fails", async () => {
    const { desk } = deskOf((event) => {
      if (event.event === "timer") throw new Error("a desk that fails");
      return [{ effect: "timer", timer: 3, after: 5 }];
    });
    const told: DeskNews[] = [];
    new DeskRunner(desk, keeping(), around(told)).hear({ event: "message", socket: 1, text: "" });
    await settled();
    expect(told).toEqual([{ news: "trouble", trouble: "desk-failed", message: "Error: a desk that fails" }]);
  });
});

function device() {
  const [desk, thinkers] = [new FakeWorker(), [] as FakeWorker[]];
  const trouble = vi.fn();
  const made = new Device({
    desk,
    thinkers: {
      size: 1,
      start: () => {
        thinkers.push(new FakeWorker());
        return Promise.resolve(thinkers[0]!);
      },
    },
    onTrouble: trouble,
  });
  const events = () => desk.heard.map((said) => (said as unknown as { event: DeskEvent }).event);
  const effects = (...effects: Effect[]) => desk.tells({ news: "effects", effects });
  desk.tells({ news: "ready" });
  return { made, desk, thinkers, trouble, events, effects };
}

describe("the device as a provider", () => {
  it("answers requests as a server does", async () => {
    const { made, events, effects } = device();
    const api = new Api(eventually(() => Promise.resolve(made)).fetch);
    const [game, nothing] = [api.library({ page: 2 }), api.remove(3)];
    await settled();
    expect(events()).toMatchObject([
      { event: "request", method: "GET", path: "/api/library", query: "page=2" },
      { event: "request", method: "DELETE", path: "/api/games/3", query: "" },
    ]);
    const [first, second] = events() as { id: number }[];
    effects({ effect: "answer", id: second!.id, status: 204, type: "", body: "" }, { effect: "answer", id: first!.id, status: 200, type: "application/json", body: '{"total":7}' });
    expect(await game).toEqual({ total: 7 });
    expect(await nothing).toBeUndefined();
    const refused = api.lab().catch((error: unknown) => error);
    await settled();
    effects({ effect: "answer", id: (events().at(-1) as { id: number }).id, status: 501, type: "application/json", body: '{"code":"needs-server","message":"m"}' });
    expect(await refused).toMatchObject({ status: 501, code: "needs-server" });
  });

  it("hands files over, and hands files out", async () => {
    const { made, desk, events, effects } = device();
    const asked = made.fetch("/api/library/imports/1/a.wtb", { method: "PUT", body: new Blob([new Uint8Array([1, 2, 3])]) });
    await settled();
    await settled();
    expect(events()[0]).toMatchObject({ event: "request", file: true, body: "" });
    expect(new Uint8Array((desk.heard[0] as unknown as { file: ArrayBuffer }).file)).toEqual(new Uint8Array([1, 2, 3]));
    effects({ effect: "answer", id: (events()[0] as { id: number }).id, status: 200, type: "application/zip", body: "AQI=", base64: true, name: "a.zip" });
    const answer = await asked;
    expect([answer.headers.get("content-disposition"), new Uint8Array(await answer.arrayBuffer())]).toEqual(['attachment; filename="a.zip"', new Uint8Array([1, 2])]);
  });

  it("streams, and tells the desk when somebody stops listening", async () => {
    const { made, events, effects } = device();
    const leaving = new AbortController();
    const asked = made.fetch("/api/think", { method: "POST", body: "{}", signal: leaving.signal });
    await settled();
    const { id } = events()[0] as { id: number };
    effects({ effect: "begin", id, status: 200, type: "application/x-ndjson" }, { effect: "chunk", id, text: "one\n" });
    const reader = (await asked).body!.getReader();
    expect(new TextDecoder().decode((await reader.read()).value)).toBe("one\n");
    leaving.abort(new Error("left"));
    await expect(reader.read()).rejects.toThrow("left");
    expect(events().at(-1)).toEqual({ event: "abort", id });
  });

  it("keeps live connections apart", async () => {
    const { made, events, effects } = device();
    const [one, other] = [made.connect("/api/games/1/live"), made.connect("/api/review?x=1")];
    const heard: unknown[] = [];
    one.onmessage = ({ data }) => heard.push(["one", data]);
    other.onmessage = ({ data }) => heard.push(["other", data]);
    const closed = vi.fn();
    one.onclose = closed;
    await settled();
    const [first, second] = events() as { socket: number; path: string; query: string }[];
    expect([first!.path, second!.path, second!.query, one.readyState]).toEqual(["/api/games/1/live", "/api/review", "x=1", OPEN]);
    effects({ effect: "send", socket: second!.socket, text: "b" }, { effect: "send", socket: first!.socket, text: "a" });
    other.send("wish");
    other.close();
    effects({ effect: "shut", socket: first!.socket, code: 1000 }, { effect: "send", socket: first!.socket, text: "late" });
    expect(heard).toEqual([["other", "b"], ["one", "a"]]);
    expect(closed).toHaveBeenCalledOnce();
    expect(events().slice(2)).toEqual([{ event: "message", socket: second!.socket, text: "wish" }, { event: "close", socket: second!.socket }]);
  });

  it("has searches done, and ends with words when another window goes on", async () => {
    const { made, desk, thinkers, trouble, events, effects } = device();
    const waiting = made.fetch("/api/games/1/hint", { method: "POST" });
    await settled();
    effects({ effect: "job", job: 5, class: "hint", task: { task: "solve" } });
    await settled();
    expect([made.running, thinkers[0]!.task]).toEqual([1, { task: "solve" }]);
    thinkers[0]!.says({ line: { depth: 4 } });
    thinkers[0]!.says({ result: { score: 2 } });
    expect(events().slice(1)).toEqual([{ event: "report", job: 5, line: { depth: 4 } }, { event: "done", job: 5, result: { score: 2 } }]);
    made.end("taken-over", "another window goes on");
    await expect(waiting).rejects.toThrow("another window goes on");
    expect([desk.ended, thinkers[0]!.ended]).toEqual([true, true]);
    expect(trouble).toHaveBeenCalledWith("taken-over", "another window goes on");
  });
});
