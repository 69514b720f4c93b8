// What the load test says of jobs that are lost or done twice (`tools/jobs.js`).

import assert from "node:assert/strict";
import { test } from "node:test";
import { accountOf } from "../tools/jobs.js";

const START = "---------------------------OX------XO---------------------------X";
const move = (event, job = "1", revision = "5") => ({ event, job, kind: "move", game: "7", revision, subject: "" });
const search = (event, job = "2") => ({ event, job, kind: "review", game: "0", revision: "0", subject: `${START} solve` });
const left = (revision) => ({ game: "7", revision });

function faults(events, { changes = [left("5")], deleted = [], results = [] } = {}) {
  return accountOf({ events, changes, deleted: new Set(deleted), results: new Set(results) }).faults;
}

test("a job that is taken over from a dead worker and done once is in order", () => {
  assert.deepEqual(faults([move("asked"), move("begun"), move("taken over"), move("done")]), []);
  assert.deepEqual(faults([move("asked"), move("withdrawn")], { changes: [], deleted: ["7"] }), []);
});

test("a job that never ends, ends without effect or has its effect twice is named", () => {
  assert.match(faults([move("asked"), move("begun")]).join(), /never ended/);
  assert.match(faults([move("asked"), move("done")], { changes: [left("6")] }).join(), /nothing came of it/);
  assert.match(faults([move("asked"), move("done")], { changes: [left("5"), left("5")] }).join(), /left that revision 2 times/);
  assert.match(faults([move("asked"), move("done"), move("taken over")]).join(), /after its end/);
  assert.match(faults([move("asked"), move("removed otherwise: DELETE FROM jobs")]).join(), /removed otherwise.*never ended/);
});

test("a search is found again in whichever view its result is kept", () => {
  const done = [search("asked"), search("begun"), search("done")];
  assert.deepEqual(faults(done, { results: ["---------------------------XO------OX---------------------------"] }), []);
  assert.match(faults(done).join(), /nothing was found/);
  assert.deepEqual(faults([search("asked"), search("withdrawn")]), []);
});
