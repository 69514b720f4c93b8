import { describe, expect, it } from "vitest";
import { Api, ApiError } from "./client";
import { follow, liveProtocols, readLive, waitAfter, type LiveState, type Socket } from "./live";
import type { LiveMessage } from "./types";

const json = (status: number, body: unknown) =>
  new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json" } });

describe("the API client", () => {
  it("sends moves with the ply they follow and the key of the seat", async () => {
    const sent: [string, RequestInit][] = [];
    const api = new Api(
      (path, init) => {
        sent.push([path, init]);
        return Promise.resolve(json(200, { id: 7 }));
      },
      () => "secret",
    );
    expect((await api.move(7, 3, "f5")).id).toBe(7);
    const [path, init] = sent[0]!;
    expect(path).toBe("/api/games/7/moves");
    expect(init.method).toBe("POST");
    expect(JSON.parse(String(init.body))).toEqual({ ply: 3, move: "f5" });
    expect((init.headers as Record<string, string>)["x-seat-key"]).toBe("secret");
  });

  it("turns a refusal into an error that says why", async () => {
    const api = new Api(() => Promise.resolve(json(409, { code: "not-your-turn", message: "white is to move" })));
    const error = await api.undo(1).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: 409, code: "not-your-turn", message: "white is to move" });
  });

  it("copes with an answer that is no JSON, and with none", async () => {
    const odd = new Api(() => Promise.resolve(new Response("<html>", { status: 502, statusText: "Bad Gateway" })));
    await expect(odd.games()).rejects.toMatchObject({ status: 502, message: "Bad Gateway" });
    const gone = new Api(() => Promise.reject(new TypeError("failed")));
    await expect(gone.games()).rejects.toMatchObject({ status: 0, code: "unreachable" });
  });

  it("expects nothing from a deletion", async () => {
    const api = new Api(() => Promise.resolve(new Response(null, { status: 204 })));
    expect(await api.remove(3)).toBeUndefined();
  });
});

describe("a live connection", () => {
  it("carries the key of a seat beside the address, not in it", () => {
    expect(liveProtocols(null)).toEqual(["outflank"]);
    expect(liveProtocols("Ab3")).toEqual(["outflank", "outflank-key.Ab3"]);
  });

  function scripted() {
    const sockets: (Socket & { closed: boolean })[] = [];
    const waits: number[] = [];
    const states: LiveState[] = [];
    const messages: LiveMessage[] = [];
    const pending: (() => void)[] = [];
    const end = follow({
      connect: () => {
        const socket = { onopen: null, onclose: null, onmessage: null, closed: false, close: () => {} };
        const made: Socket & { closed: boolean } = { ...socket, close: () => (made.closed = true) };
        sockets.push(made);
        return made;
      },
      read: readLive,
      onMessage: (message) => messages.push(message),
      onState: (state) => states.push(state),
      later: (callback, milliseconds) => {
        waits.push(milliseconds);
        pending.push(callback);
        return () => pending.splice(0);
      },
    });
    return { sockets, waits, states, messages, pending, end };
  }
  const event = {} as Event & CloseEvent;

  it("is made again after a break, with growing patience", () => {
    const live = scripted();
    live.sockets[0]!.onopen!(event);
    for (let round = 0; round < 3; round += 1) {
      live.sockets.at(-1)!.onclose!(event);
      live.pending.pop()!();
    }
    expect(live.waits).toEqual([250, 500, 1000]);
    live.sockets.at(-1)!.onopen!(event);
    expect(live.states.at(-1)).toBe("open");
    live.sockets.at(-1)!.onclose!(event);
    expect(live.waits.at(-1)).toBe(250);
    expect(waitAfter(99)).toBe(5000);
  });

  it("passes on what it understands and nothing else", () => {
    const live = scripted();
    const say = (data: unknown) => live.sockets[0]!.onmessage!({ data } as MessageEvent);
    say("{");
    say('{"type":"other"}');
    say('{"type":"gone"}');
    expect(live.messages).toEqual([{ type: "gone" }]);
  });

  it("stays closed once left", () => {
    const live = scripted();
    live.end();
    expect(live.sockets[0]!.closed).toBe(true);
    live.sockets[0]!.onclose!(event);
    expect(live.pending).toEqual([]);
  });
});
