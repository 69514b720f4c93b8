// What a page says to its server, recorded from a real page, and said again by many visitors without a browser.

import { pause } from "../e2e/studio.js";

/** Records from now on what a page asks and says; `steps` of it are marked by calling `mark`. */
export function record(page, origin) {
  const events = [];
  const begun = performance.now();
  const note = (event) => events.push({ at: performance.now() - begun, ...event });
  const path = (address) => address.slice(address.indexOf("/", address.indexOf("//") + 2));
  page.on("request", (request) => {
    if (!request.url().startsWith(origin)) return;
    note({ kind: "ask", method: request.method(), path: path(request.url()), body: request.postData() });
  });
  let sockets = 0;
  page.on("websocket", (socket) => {
    const number = (sockets += 1);
    note({ kind: "open", socket: number, path: path(socket.url()) });
    socket.on("framesent", ({ payload }) => note({ kind: "say", socket: number, text: String(payload) }));
    socket.on("close", () => note({ kind: "close", socket: number }));
  });
  const marks = [];
  return {
    mark: () => marks.push({ at: performance.now() - begun, event: events.length }),
    /** What was recorded: how the page arrived, and what it did between the first mark and the last, again and again. */
    taken: () => {
      const [first, last] = [marks[0], marks.at(-1)];
      const again = events.slice(first.event, last.event).map((event) => ({ ...event, at: event.at - first.at }));
      return { arrival: events.slice(0, first.event), again, period: last.at - first.at };
    },
  };
}

/** How a visitor from a place of its own fared. */
export class Visitor {
  asked = 0;
  said = 0;
  heard = 0;
  failures = [];
  #sockets = new Map();
  #cookie = "";

  constructor(origin, number) {
    this.origin = origin;
    // A proxy that the server trusts would say where each of them comes from.
    this.from = `10.0.${Math.floor(number / 250)}.${1 + (number % 250)}`;
  }

  /** Does what was recorded: arrives after `delay` milliseconds, and goes on until `over`. */
  async visit({ arrival, again, period }, delay, over) {
    await pause(delay);
    await this.#act(arrival, over);
    while (!over()) {
      const begun = performance.now();
      await this.#act(again, over);
      while (!over() && performance.now() - begun < period) await pause(Math.min(200, Math.max(1, period - (performance.now() - begun))));
    }
    for (const socket of this.#sockets.values()) socket.close();
  }

  async #act(events, over) {
    const begun = performance.now();
    const first = events[0]?.at ?? 0;
    for (const event of events) {
      while (!over() && performance.now() - begun < event.at - first) await pause(Math.min(200, event.at - first - (performance.now() - begun)));
      if (over()) return;
      // A page waits for no answer before it asks the next question.
      const done = this.#one(event).catch((error) => void this.failures.push(`${event.kind} ${event.path ?? event.socket}: ${error.message ?? error}`));
      if (event.kind === "open") await done;
    }
  }

  async #one({ kind, method, path, body, socket, text }) {
    const headers = { "x-forwarded-for": this.from, origin: this.origin, ...(this.#cookie ? { cookie: this.#cookie } : {}) };
    if (kind === "ask") {
      this.asked += 1;
      const answer = await fetch(this.origin + path, { method, headers: body === null ? headers : { ...headers, "content-type": "application/json" }, body });
      const given = answer.headers.getSetCookie().map((cookie) => cookie.split(";")[0]);
      if (given.length > 0) this.#cookie = given.join("; ");
      await answer.arrayBuffer();
      if (answer.status >= 400) this.failures.push(`${method} ${path}: ${answer.status}`);
    } else if (kind === "open") {
      const opened = new WebSocket(this.origin.replace(/^http/, "ws") + path, { headers });
      this.#sockets.set(socket, opened);
      opened.onmessage = () => void (this.heard += 1);
      await new Promise((resolve, reject) => ((opened.onopen = resolve), (opened.onerror = () => reject(new Error("no connection")))));
    } else if (kind === "say") {
      const open = this.#sockets.get(socket);
      if (open?.readyState !== WebSocket.OPEN) throw new Error("the connection is gone");
      this.said += 1;
      open.send(text);
    } else this.#sockets.get(socket)?.close();
  }
}
