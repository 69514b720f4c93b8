// Follows every job of a queue from the moment it is put there to its end, for tests that kill servers and workers.
//
// Triggers in the test's own database write down each job that is added, begun, failed or removed, with the statement that
// removed it, and each change of a game. `follow` installs them in a database that has its tables already; `account`
// compares at the end what was asked for with what came of it.

import { execFileSync } from "node:child_process";

const LEDGER = `
CREATE SCHEMA ledger;
CREATE TABLE ledger.jobs (
    entry BIGINT GENERATED ALWAYS AS IDENTITY, event TEXT, job BIGINT, kind TEXT, game BIGINT, revision BIGINT, subject TEXT, worker TEXT
);
-- Every change of a game: the revision that was left, how many moves it had and has, and whether it has ended.
CREATE TABLE ledger.changes (game BIGINT, revision BIGINT, made BIGINT, now_made BIGINT, ended TEXT);
CREATE TABLE ledger.deleted (game BIGINT);

CREATE FUNCTION ledger.note_job() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    what TEXT;
    job public.jobs;
BEGIN
    IF TG_OP = 'INSERT' THEN
        job := NEW;
        what := 'asked';
    ELSIF TG_OP = 'DELETE' THEN
        job := OLD;
        -- Its worker has done it, or whoever asked wants it no more. Statements are those of the store.
        what := CASE
            WHEN current_query() LIKE 'DELETE FROM jobs WHERE id = $1 AND worker = $2%' THEN 'done'
            WHEN current_query() LIKE 'DELETE FROM jobs WHERE game = $1 AND revision = $2%' THEN 'withdrawn'
            ELSE 'removed otherwise: ' || current_query()
        END;
    ELSE
        job := NEW;
        what := CASE
            WHEN NEW.died IS NOT NULL AND OLD.died IS NULL THEN 'given up'
            WHEN NEW.attempts > OLD.attempts THEN CASE WHEN OLD.worker IS NULL THEN 'begun' ELSE 'taken over' END
            WHEN NEW.attempts < OLD.attempts THEN 'given back'
            WHEN NEW.worker IS NULL AND OLD.worker IS NOT NULL THEN 'failed'
        END;
        IF what IS NULL THEN
            RETURN NULL;
        END IF;
    END IF;
    INSERT INTO ledger.jobs (event, job, kind, game, revision, subject, worker)
        VALUES (what, job.id, job.kind, job.game, job.revision, job.subject, job.worker);
    RETURN NULL;
END
$$;
CREATE TRIGGER ledger_jobs AFTER INSERT OR UPDATE OR DELETE ON public.jobs FOR EACH ROW EXECUTE FUNCTION ledger.note_job();

CREATE FUNCTION ledger.note_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO ledger.changes VALUES (NEW.id, OLD.revision, OLD.made, NEW.made, NEW.ended);
    RETURN NULL;
END
$$;
CREATE TRIGGER ledger_changes AFTER UPDATE ON public.games FOR EACH ROW WHEN (OLD.revision <> NEW.revision)
    EXECUTE FUNCTION ledger.note_change();
CREATE FUNCTION ledger.note_deletion() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO ledger.deleted VALUES (OLD.id);
    RETURN NULL;
END
$$;
CREATE TRIGGER ledger_deleted AFTER DELETE ON public.games FOR EACH ROW EXECUTE FUNCTION ledger.note_deletion();
`;

/** Runs statements, and returns the rows of the last one. */
function sql(url, text) {
  const options = ["--no-psqlrc", "--quiet", "--tuples-only", "--no-align", "--field-separator=\t", "-v", "ON_ERROR_STOP=1", url];
  const rows = execFileSync("psql", options, { input: text, maxBuffer: 1 << 30 }).toString().split("\n");
  return rows.filter((row) => row !== "").map((row) => row.split("\t"));
}

/** Lets a database write down what becomes of its jobs from now on. */
export function follow(url) {
  sql(url, LEDGER);
}

/** How the eight views of a board renumber its squares. */
const VIEWS = Array.from({ length: 8 }, (_, view) =>
  Array.from({ length: 64 }, (_, square) => {
    let [x, y] = [square % 8, Math.floor(square / 8)];
    if (view & 1) x = 7 - x;
    if (view & 2) y = 7 - y;
    if (view & 4) [x, y] = [y, x];
    return 8 * y + x;
  }),
);

/** All names that results of a position may be kept under: it is written from its mover's side, in one of eight views. */
function boards(position) {
  const mover = position[64];
  const own = [...position.slice(0, 64)].map((square) => (square === "-" ? "-" : square === mover ? "X" : "O"));
  return VIEWS.map((view) => view.map((square) => own[square]).join(""));
}

/** Compares jobs, as events tell of them, with what came of them. Each event is a job's `event`, `job`, `kind`, `game`, `revision`, `subject`. */
export function accountOf({ events, changes, deleted, results }) {
  const jobs = new Map();
  const faults = [];
  const counts = { asked: 0, done: 0, withdrawn: 0, "taken over": 0, failed: 0, "given back": 0, "given up": 0 };
  for (const { event, job, ...what } of events) {
    counts[event] = (counts[event] ?? 0) + 1;
    if (!jobs.has(job)) jobs.set(job, { job, ...what, ends: [] });
    const known = jobs.get(job);
    if (event === "done" || event === "withdrawn") known.ends.push(event);
    else if (known.ends.length > 0) faults.push(`job ${job} is ${event} after its end`);
    if (event.startsWith("removed")) faults.push(`job ${job} is ${event}`);
  }
  const left = new Map();
  for (const { game, revision } of changes) left.set(`${game} ${revision}`, (left.get(`${game} ${revision}`) ?? 0) + 1);
  let [moved, searched] = [0, 0];
  for (const { job, kind, game, revision, subject, ends } of jobs.values()) {
    const name = `job ${job}, ${kind} ${game === "0" ? subject : `${game} at revision ${revision}`}`;
    if (ends.length === 0) faults.push(`${name}: lost, it never ended`);
    if (ends.length > 1) faults.push(`${name}: ended ${ends.length} times`);
    if (kind === "move" && !deleted.has(game)) {
      // The computer's move, or what made it superfluous, is what ended that revision; there is one such change or the game stands still.
      const steps = left.get(`${game} ${revision}`) ?? 0;
      if (steps === 0) faults.push(`${name}: lost, nothing came of it`);
      if (steps > 1) faults.push(`${name}: the game left that revision ${steps} times`);
      moved += 1;
    }
    if (kind === "review" && ends.includes("done")) {
      if (!boards(subject).some((board) => results.has(board))) faults.push(`${name}: done, but nothing was found`);
      searched += 1;
    }
  }
  return { counts, faults, moved, searched, jobs: jobs.size };
}

/** Returns what became of all jobs of a database that is followed. */
export function account(url) {
  const read = (text, names) => sql(url, text).map((row) => Object.fromEntries(names.map((name, place) => [name, row[place]])));
  const names = ["event", "job", "kind", "game", "revision", "subject"];
  return accountOf({
    events: read(`SELECT ${names} FROM ledger.jobs ORDER BY entry`, names),
    changes: read("SELECT game, revision FROM ledger.changes", ["game", "revision"]),
    deleted: new Set(sql(url, "SELECT game FROM ledger.deleted").map(([game]) => game)),
    results: new Set(sql(url, "SELECT DISTINCT board FROM review_results").map(([board]) => board)),
  });
}
