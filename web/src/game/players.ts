// The texts that name players: an id and, after a colon, what is set: `nea:depth=7`.

export interface PlayerText {
  readonly id: string;
  /** What is set, in the order written. Levels have their number in the id. */
  readonly options: ReadonlyMap<string, string>;
}

/** Reads a player's text. */
export function parsePlayer(text: string): PlayerText {
  const colon = text.indexOf(":");
  const rest = colon < 0 ? "" : text.slice(colon + 1);
  if (!rest.includes("=")) return { id: text, options: new Map() };
  const pairs = rest.split(",").map((part) => {
    const [name = "", value = ""] = part.split("=");
    return [name, value] as const;
  });
  return { id: text.slice(0, colon), options: new Map(pairs) };
}

/** Writes a player's text. */
export function playerText({ id, options }: PlayerText): string {
  const rest = [...options].map(([name, value]) => `${name}=${value}`).join(",");
  return rest === "" ? id : `${id}:${rest}`;
}

/** Sets something, or nothing if the value is empty. */
export function withOption(text: string, name: string, value: string): string {
  const { id, options } = parsePlayer(text);
  const changed = new Map(options);
  if (value === "") changed.delete(name);
  else changed.set(name, value);
  return playerText({ id, options: changed });
}
