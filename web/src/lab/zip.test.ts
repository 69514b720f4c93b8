import { describe, expect, test } from "vitest";
import { isZip, unzipped } from "./zip";

/** An archive with `logs/a.log` ("one\n", stored) and `b.log` ("two two two two\n", deflated), as Python's zipfile writes it. */
const ARCHIVE = "UEsDBBQAAAAAAAAAIVgAAAAAAAAAAAAAAAAFAAAAbG9ncy9QSwMEFAAAAAAAAAAhWJ+oF/gEAAAABAAAAAoAAABsb2dzL2EubG9nb25lClBLAwQUAAAACAAAACFY3gUrzwkAAAAQAAAABQAAAGIubG9nKynPVyhBYC4AUEsBAhQDFAAAAAAAAAAhWAAAAAAAAAAAAAAAAAUAAAAAAAAAAAAAAIABAAAAAGxvZ3MvUEsBAhQDFAAAAAAAAAAhWJ+oF/gEAAAABAAAAAoAAAAAAAAAAAAAAIABIwAAAGxvZ3MvYS5sb2dQSwECFAMUAAAACAAAACFY3gUrzwkAAAAQAAAABQAAAAAAAAAAAAAAgAFPAAAAYi5sb2dQSwUGAAAAAAMAAwCeAAAAewAAAAAA";
const bytes = Uint8Array.from(atob(ARCHIVE), (letter) => letter.charCodeAt(0));

describe("an archive", () => {
  test("is told by how it begins", () => {
    expect(isZip(bytes)).toBe(true);
    expect(isZip(new TextEncoder().encode("Outflank game log"))).toBe(false);
    expect(isZip(new Uint8Array())).toBe(false);
  });
  test("holds files, stored and deflated, and folders are left out", async () => {
    expect(await unzipped(bytes)).toEqual([
      { name: "a.log", text: "one\n" },
      { name: "b.log", text: "two two two two\n" },
    ]);
  });
  test("that is broken is refused", async () => {
    await expect(unzipped(bytes.slice(0, 40))).rejects.toThrow();
  });
});
