import { describe, expect, it } from "vitest";
import { cutLines, think, type ThinkLine } from "./think";

describe("lines", () => {
  it("are cut where they end, and the rest waits", () => {
    expect(cutLines('{"a":1}\n{"b"')).toEqual({ lines: ['{"a":1}'], rest: '{"b"' });
    expect(cutLines(":2}\n\n")).toEqual({ lines: [":2}"], rest: "" });
    expect(cutLines("")).toEqual({ lines: [], rest: "" });
  });
});

describe("thinking", () => {
  const parts = (...texts: string[]) =>
    new ReadableStream<Uint8Array>({
      start(controller) {
        for (const text of texts) controller.enqueue(new TextEncoder().encode(text));
        controller.close();
      },
    });

  it("tells every line, however it was cut on the way", async () => {
    const heard: ThinkLine[] = [];
    const body = parts('{"type":"depth","dep', 'th":1}\n{"type":"end","stopped":', "true}\n");
    await think({ text: "f5" }, (line) => heard.push(line), new AbortController().signal, () => Promise.resolve(new Response(body)));
    expect(heard).toEqual([{ type: "depth", depth: 1 }, { type: "end", stopped: true }]);
  });

  it("tells why it was refused", async () => {
    const refused = () => Promise.resolve(new Response('{"code":"bad-request","message":"no position"}', { status: 422 }));
    await expect(think({ text: "zz" }, () => {}, new AbortController().signal, refused)).rejects.toMatchObject({ status: 422, message: "no position" });
  });
});
