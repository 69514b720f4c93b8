// Games for the library of a test: those of people in data/famous_games.tsv.

import { readFileSync } from "node:fs";

/** The games of people: event, year, names, score of black, moves without passes. */
export const famousGames = readFileSync(new URL("../../data/famous_games.tsv", import.meta.url), "utf8")
  .trim()
  .split("\n")
  .slice(1)
  .map((line) => line.split("\t"))
  .map(([event, black, white, blackDiscs, whiteDiscs, , moves]) => ({ event, year: Number(event.slice(-4)), black, white, score: blackDiscs - whiteDiscs, moves }));

/** Writes games as PGN, which leaves passes out. */
export function pgn(games) {
  return games
    .map(({ event, black, white, score, moves, year }) => {
      const discs = (64 + score) / 2;
      const tags = { Event: event, Date: `${year}.??.??`, Black: black, White: white, Result: `${discs}-${64 - discs}` };
      const head = Object.entries(tags).map(([name, value]) => `[${name} "${value}"]`).join("\n");
      const plies = (moves.match(/../g) ?? []).map((move, ply) => (ply % 2 === 0 ? `${ply / 2 + 1}. ${move}` : move)).join(" ");
      return `${head}\n\n${plies} ${tags.Result}\n`;
    })
    .join("\n");
}

/** Sends files to the library and waits until they are read. */
export async function importFiles(studio, files) {
  const ask = async (method, path, body) => {
    const answer = await fetch(`${studio.url}/api/library/imports${path}`, { method, body });
    if (!answer.ok) throw new Error(`${method} ${path}: ${await answer.text()}`);
    return answer.json();
  };
  const { id } = await ask("POST", "");
  for (const [name, body] of Object.entries(files)) await ask("PUT", `/${id}/${encodeURIComponent(name)}`, body);
  let job = await ask("POST", `/${id}`);
  while (["reading", "indexing"].includes(job.state)) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    job = await ask("GET", `/${id}`);
  }
  return job;
}

/** Gives the studio a small library: the games of people. */
export const fillLibrary = (studio) => importFiles(studio, { "famous.pgn": pgn(famousGames) });
