// A server that is killed at any moment loses no acknowledged move and spoils no game.

import assert from "node:assert/strict";
import { test } from "node:test";
import { startPostgres } from "./postgres.js";
import { gameOf, newGame, pause, startStudio } from "./studio.js";

// `make test-long` kills the server fifty times.
const KILLS = Number(process.env.OUTFLANK_KILLS ?? 8);
const GAMES = 4;

/** Plays random moves until the server is gone; keeps what was acknowledged, and the move that was under way. */
async function playOn(studio, game) {
  for (;;) {
    let view;
    try {
      view = await gameOf(studio, game.id);
      if (view.result) {
        const next = await newGame(studio, { black: { player: "human" }, white: { player: "human" } });
        Object.assign(game, { id: next.game.id, moves: [], asked: null });
        continue;
      }
      const { legal } = view.position;
      game.asked = legal[Math.floor(Math.random() * legal.length)].square;
      const answer = await fetch(`${studio.url}/api/games/${game.id}/moves`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ ply: view.plies.length, move: game.asked }),
      });
      const told = await answer.json();
      assert.equal(answer.status, 200, told.message);
      game.moves = told.plies.map((ply) => ply.move);
      game.asked = null;
      game.acknowledged += 1;
    } catch (error) {
      if (error instanceof assert.AssertionError) throw error;
      return;
    }
  }
}

async function killAgainAndAgain(studio) {
  const games = [];
  for (let each = 0; each < GAMES; each += 1) {
    const { game } = await newGame(studio, { black: { player: "human" }, white: { player: "human" } });
    games.push({ id: game.id, moves: [], asked: null, acknowledged: 0 });
  }
  for (let round = 0; round < KILLS; round += 1) {
    const playing = games.map((game) => playOn(studio, game));
    const acknowledged = () => games.reduce((sum, game) => sum + game.acknowledged, 0);
    const before = acknowledged();
    await pause(20 + Math.random() * 250);
    // On a busy machine it may be later until there is something to lose.
    while (acknowledged() === before) await pause(1);
    await studio.kill();
    await Promise.all(playing);
    await studio.start();
    for (const game of games) {
      const kept = (await gameOf(studio, game.id)).plies.map((ply) => ply.move);
      const told = game.moves;
      assert.deepEqual(kept.slice(0, told.length), told, "an acknowledged move is lost");
      // The move under way may have been stored; a pass can follow it.
      const more = kept.slice(told.length);
      assert.ok(more.length === 0 || (more[0] === game.asked && more.slice(1).every((move) => move === "pass")));
      game.moves = kept;
    }
  }
  return games.reduce((sum, game) => sum + game.acknowledged, 0);
}

test(`SQLite: ${KILLS} kills, no acknowledged move lost, no game spoiled`, async (context) => {
  const studio = await startStudio();
  const moves = await killAgainAndAgain(studio).finally(() => studio.stop());
  context.diagnostic(`${moves} moves acknowledged`);
  assert.ok(moves > KILLS);
});

test(`PostgreSQL: ${KILLS} kills, no acknowledged move lost, no game spoiled`, async (context) => {
  const postgres = await startPostgres();
  const studio = await startStudio(postgres.url);
  const moves = await killAgainAndAgain(studio).finally(() => studio.stop());
  await postgres.stop();
  context.diagnostic(`${moves} moves acknowledged`);
  assert.ok(moves > KILLS);
});
