// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from "vitest";
import { OPEN, type Connection } from "../api/provider";
import { addresses } from "./addresses";
import { Engine } from "./engine";
import type { WorkerLike } from "./messages";

const engine = vi.hoisted(() => ({ think: vi.fn() }));
const files = vi.hoisted(() => ({ there: true }));
vi.mock("./files", () => ({ filesOf: () => (files.there ? Promise.resolve({}) : Promise.reject(new Error("404"))), moduleOf: (found: object) => Promise.resolve(found) }));
vi.mock("./here", () => ({ engine: () => engine, device: () => Promise.reject(new Error("no desk here")) }));
const { SharedReview, thinker, hintFor } = await import("./beside");
const { nameOf } = await import("./download");

/** One end of a live connection whose other end the test plays. */
class FakeConnection implements Connection {
  onopen: Connection["onopen"] = null;
  onclose: Connection["onclose"] = null;
  onmessage: Connection["onmessage"] = null;
  readyState = 0;
  readonly heard: unknown[] = [];
  send(text: string): void {
    this.heard.push(JSON.parse(text));
  }
  close(): void {
    this.readyState = 3;
    this.onclose?.(new CloseEvent("close"));
  }
  opens(): void {
    this.readyState = OPEN;
    this.onopen?.(new Event("open"));
  }
  says(message: object): void {
    this.onmessage?.(new MessageEvent("message", { data: JSON.stringify(message) }));
  }
}

function review(shares = false) {
  const [server, desk] = [new FakeConnection(), new FakeConnection()];
  const shared = new SharedReview(server, desk, shares);
  const heard: { type: string }[] = [];
  shared.onmessage = ({ data }) => heard.push(JSON.parse(String(data)) as { type: string });
  server.opens();
  return { server, desk, shared, heard };
}

describe("a review on this device beside a server", () => {
  it("lets the server say what the game is and search nothing, and this device what it is worth", () => {
    const { server, desk, shared, heard } = review();
    shared.send(JSON.stringify({ type: "open", game: 7 }));
    expect(server.heard).toEqual([{ type: "pause", paused: true }, { type: "open", game: 7 }]);
    server.says({ type: "game", transcript: "f5d6", positions: [] });
    desk.opens();
    expect(desk.heard).toEqual([{ type: "pause", paused: true }, { type: "pause", paused: false }, { type: "open", text: "f5d6" }]);
    desk.says({ type: "game", transcript: "not told twice" });
    desk.says({ type: "value", board: "b" });
    desk.says({ type: "summary", done: 1 });
    server.says({ type: "summary", done: 0 });
    expect(heard.map(({ type }) => type)).toEqual(["game", "value", "summary"]);
    shared.send(JSON.stringify({ type: "solve" }));
    expect([server.heard.length, desk.heard.at(-1)]).toEqual([2, { type: "solve" }]);
  });

  it("looks only at what the server shows: what it refuses is not searched", () => {
    const { server, desk, shared, heard } = review();
    desk.opens();
    shared.send(JSON.stringify({ type: "open", text: "f5" }));
    server.says({ type: "refused", code: "no-help", message: "no help" });
    expect(desk.heard).toEqual([{ type: "pause", paused: true }, { type: "pause", paused: true }]);
    server.says({ type: "game", transcript: "", positions: [{ board: "empty X" }] });
    shared.send(JSON.stringify({ type: "look", moves: ["f5"] }));
    expect(desk.heard.at(-1)).toEqual({ type: "open", text: "empty X" });
    server.says({ type: "position", moves: ["f5"], position: {} });
    expect(desk.heard.at(-1)).toEqual({ type: "look", moves: ["f5"] });
    expect(heard.map(({ type }) => type)).toEqual(["refused", "game", "position"]);
  });

  it("rests while the page wants it to, and ends as one", () => {
    const { server, desk, shared } = review();
    desk.opens();
    shared.send(JSON.stringify({ type: "pause", paused: true }));
    server.says({ type: "game", transcript: "f5", positions: [] });
    expect(desk.heard.slice(-2)).toEqual([{ type: "pause", paused: true }, { type: "open", text: "f5" }]);
    const closed = vi.fn();
    shared.onclose = closed;
    server.close();
    expect([desk.readyState, closed.mock.calls.length]).toEqual([3, 1]);
  });

  it("tells the server what was found here if its owner wants that, and the page nothing of it", () => {
    const found = { position: "b X", pass: "quick", known: "0 100", results: ["quick 4 100"] };
    const { server, desk, shared, heard } = review(true);
    desk.opens();
    expect(desk.heard).toEqual([{ type: "set", reports: true }]);
    shared.send(JSON.stringify({ type: "open", game: 7 }));
    server.says({ type: "game", transcript: "f5", positions: [] });
    desk.says({ type: "found", ...found });
    expect(server.heard.at(-1)).toEqual({ type: "share", ...found });
    expect(heard.map(({ type }) => type)).toEqual(["game"]);
    // Otherwise nothing is asked for, and nothing is told.
    const silent = review();
    silent.desk.opens();
    expect(silent.desk.heard).toEqual([]);
  });

  it("is left to the server where this device cannot review", () => {
    const { server, desk, shared, heard } = review();
    desk.close();
    shared.send(JSON.stringify({ type: "open", text: "f5" }));
    shared.send(JSON.stringify({ type: "solve" }));
    expect(server.heard).toEqual([{ type: "pause", paused: true }, { type: "pause", paused: false }, { type: "open", text: "f5" }, { type: "solve" }]);
    server.says({ type: "value", board: "b" });
    expect(heard).toEqual([{ type: "value", board: "b" }]);
  });
});

describe("thinking on this device beside a server", () => {
  const answers: Record<string, () => Response> = {};
  beforeEach(() => {
    engine.think.mockReset();
    vi.stubGlobal("fetch", (path: string) => Promise.resolve(answers[path]!()));
    answers["/api/think"] = () => new Response('{"type":"end"}\n');
    answers["/api/positions"] = () => new Response(JSON.stringify({ position: { board: "the board" } }));
  });

  it("shows the lines that a server would send", async () => {
    engine.think.mockImplementation((_task, { hear }: { hear: (line: unknown) => void }) => {
      hear({ type: "depth", depth: 1 });
      return Promise.resolve({ type: "end", stopped: true });
    });
    const answer = await thinker.fetch("/api/think", { method: "POST", body: JSON.stringify({ text: "f5", seconds: 2 }) });
    expect(await answer.text()).toBe('{"type":"depth","depth":1}\n{"type":"end","stopped":true}\n');
    expect(engine.think.mock.calls[0]![0]).toEqual({ task: "think", position: "the board", milliseconds: 2000 });
  });

  it("refuses what the server refuses: positions of games in which a computer does not help", async () => {
    answers["/api/think"] = () => new Response('{"code":"no-help","message":"the computer does not help"}', { status: 409 });
    await expect(hintFor("a board")).rejects.toMatchObject({ status: 409, code: "no-help" });
    await expect(thinker.fetch("/api/think", { body: '{"text":"f5"}' })).rejects.toMatchObject({ code: "no-help" });
    expect(engine.think).not.toHaveBeenCalled();
  });

  it("leaves it to the server where the engine does not run", async () => {
    files.there = false;
    const answer = await thinker.fetch("/api/think", { method: "POST", body: '{"text":"f5"}' });
    expect(await answer.text()).toBe('{"type":"end"}\n');
    expect(await hintFor("a board")).toBeNull();
    expect(engine.think).not.toHaveBeenCalled();
    files.there = true;
  });

  it("finds hints", async () => {
    engine.think.mockResolvedValue({ best: "f5" });
    expect(await hintFor("a board")).toEqual({ best: "f5" });
    expect(engine.think.mock.calls[0]).toEqual([{ task: "hint", position: "the board" }, { class: "hint" }]);
  });
});

describe("the engine by itself", () => {
  it("tells what it finds, and ends when nobody waits any more", async () => {
    const sent: { run: number }[] = [];
    const worker: WorkerLike = { onmessage: null, onerror: null, postMessage: (said) => void sent.push(said as { run: number }), terminate: vi.fn() };
    const one = new Engine({ start: () => Promise.resolve(worker) });
    const heard: unknown[] = [];
    const found = one.think({ task: "solve" }, { hear: (line) => heard.push(line) });
    await Promise.resolve();
    await Promise.resolve();
    const tell = (news: object) => worker.onmessage?.(new MessageEvent("message", { data: { run: sent.at(-1)!.run, ...news } }));
    tell({ line: 1 });
    tell({ result: 2 });
    expect([await found, heard]).toEqual([2, [1]]);
    const leaving = new AbortController();
    const left = one.think({ task: "solve" }, { signal: leaving.signal });
    await Promise.resolve();
    leaving.abort(new Error("left"));
    await expect(left).rejects.toThrow("left");
    expect([one.running, worker.terminate]).toEqual([0, expect.toSatisfy((end: { mock: { calls: unknown[] } }) => end.mock.calls.length === 1)]);
  });
});

describe("links of a site", () => {
  it("lead behind the #, but for what the desk answers", () => {
    const link = document.createElement("a");
    for (const [href, written] of [["/game/3", "#/game/3"], ["#/game/3", "#/game/3"], ["/api/library/export", "/api/library/export"], ["https://a.example/", "https://a.example/"]]) {
      link.setAttribute("href", href!);
      addresses(link);
      expect(link.getAttribute("href")).toBe(written);
    }
  });

  it("give downloads a name", () => {
    expect(nameOf("/api/library/export?format=pgn&player=x")).toBe("library.pgn");
    expect(nameOf("/api/learn/export?format=csv")).toBe("learn.csv");
  });
});
