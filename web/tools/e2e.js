// Plays in a real browser: all of e2e/, or the files that are named. Those that measure time (e2e/timed) run alone, of the
// others one more at a time than there are cores, five at the most: now and then each of them waits.
//
// With OUTFLANK_SECOND_TRY=1, as continuous integration sets it, files that failed run once more, alone, when all others
// are done. What passes only then is listed at the end: such a test has a race, and is a defect to be mended.

import { readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { relative } from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { fileURLToPath } from 'node:url';

const WEB = fileURLToPath(new URL('..', import.meta.url));

// What takes longest begins first, so that no core is idle at the end: seconds of one core, 3 to 15 for the others.
const LONG = { pages: 70, review: 34, newcomer: 30, studies: 29, lab: 29, 'learn-keys': 28, learn: 27, frame: 27, cases: 25, client: 24, library: 23, story: 22, nea: 22, lobby: 21, om: 20, 'client-review': 19 };

const testsIn = (folder) =>
  readdirSync(`${WEB}${folder}`)
    .filter((name) => name.endsWith('.test.js'))
    .map((name) => ({ name, long: LONG[name.replace('.test.js', '')] ?? 0 }))
    .sort((one, other) => other.long - one.long || one.name.localeCompare(other.name))
    .map(({ name }) => `${WEB}${folder}/${name}`);

/** Runs files and returns what failed: names of tests by file. */
function play(files, concurrency) {
  return new Promise((resolve, reject) => {
    const failures = new Map();
    const events = run({ files, concurrency });
    events.on('test:fail', ({ name, file, todo, skip }) => {
      if (todo !== undefined || skip !== undefined) return;
      const at = files.includes(file) ? file : files.find((one) => one === name || name.endsWith(one));
      if (at === undefined) return reject(new Error(`a failure of no file: ${name}, ${file}`));
      failures.set(at, [...(failures.get(at) ?? []), name]);
    });
    events.on('error', reject);
    const told = events.compose(new spec());
    told.on('end', () => resolve(failures));
    told.pipe(process.stdout, { end: false });
  });
}

const named = process.argv.slice(2);
const chosen = (folder) => (named.length === 0 ? testsIn(folder) : testsIn(folder).filter(isNamed));
const isNamed = (file) => named.some((one) => file.endsWith(`/${one.replace(/^.*\//, '')}`));
const list = (failures) => [...failures].map(([file, tests]) => `  ${relative(WEB, file)}: ${tests.join('; ')}`).join('\n');

const timed = chosen('e2e/timed');
const others = chosen('e2e');
if (timed.length + others.length === 0) {
  console.error(`no test file is named ${named.join(', ')}`);
  process.exit(2);
}

let failed = new Map();
if (timed.length > 0) failed = await play(timed, 1);
if (others.length > 0) failed = new Map([...failed, ...(await play(others, Math.min(availableParallelism(), 4) + 1))]);

if (failed.size > 0 && process.env.OUTFLANK_SECOND_TRY === '1') {
  console.log(`\nfailed, and tried once more:\n${list(failed)}`);
  const again = await play([...failed.keys()], 1);
  const races = new Map([...failed].filter(([file]) => !again.has(file)));
  if (races.size > 0) console.log(`\nFLAKY: passed only at the second try, to be mended:\n${list(races)}`);
  failed = again;
}
if (failed.size > 0) console.error(`\nfailed:\n${list(failed)}`);
process.exitCode = failed.size > 0 ? 1 : 0;
