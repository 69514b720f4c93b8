// Downloads by link where there is no server: the desk's answer becomes a file.

import { saveBlob } from "../share/files";
import { device } from "./here";

/** What the file of an address is called if nobody says: `/api/library/export?format=pgn` is `library.pgn`. */
export function nameOf(address: string): string {
  const { pathname, searchParams } = new URL(address, "http://device");
  const words = pathname.split("/").filter((word) => word !== "" && word !== "api" && word !== "export");
  const format = searchParams.get("format");
  return words.join("-") + (format === null ? "" : `.${format}`);
}

/** Saves what a link leads to. */
export async function download(link: Element): Promise<void> {
  const address = link.getAttribute("href") ?? "";
  const answer = await (await device()).fetch(address, { method: "GET" });
  if (!answer.ok) return;
  const said = /filename="([^"]+)"/.exec(answer.headers.get("content-disposition") ?? "")?.[1];
  saveBlob(await answer.blob(), link.getAttribute("download") || said || nameOf(address));
}
