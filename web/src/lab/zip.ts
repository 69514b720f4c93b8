// Reads the files of a ZIP archive, as the lab offers logs in one. Pure but for the browser's own inflating.

/** A file of an archive. */
export interface Packed {
  readonly name: string;
  readonly text: string;
}

/** Tells whether bytes begin as an archive does. */
export const isZip = (bytes: Uint8Array): boolean => [0x50, 0x4b, 3, 4].every((byte, at) => bytes[at] === byte);

async function inflated(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** Lists the files of an archive by its directory, which stands at its end; throws if it is broken. */
export async function unzipped(bytes: Uint8Array<ArrayBuffer>): Promise<Packed[]> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let end = bytes.length - 22;
  while (end >= 0 && view.getUint32(end, true) !== 0x06054b50) end -= 1;
  if (end < 0) throw new Error("no directory");
  const read = new TextDecoder();
  const files: Packed[] = [];
  let at = view.getUint32(end + 16, true);
  for (let left = view.getUint16(end + 10, true); left > 0; left -= 1) {
    const [method, size] = [view.getUint16(at + 10, true), view.getUint32(at + 20, true)];
    const [named, extra, said] = [view.getUint16(at + 28, true), view.getUint16(at + 30, true), view.getUint16(at + 32, true)];
    const name = read.decode(bytes.subarray(at + 46, at + 46 + named));
    const header = view.getUint32(at + 42, true);
    const begin = header + 30 + view.getUint16(header + 26, true) + view.getUint16(header + 28, true);
    const content = bytes.slice(begin, begin + size);
    if (!name.endsWith("/")) files.push({ name: name.split("/").at(-1) ?? name, text: read.decode(method === 0 ? content : await inflated(content)) });
    at += 46 + named + extra + said;
  }
  return files;
}
