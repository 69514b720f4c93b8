// What processes use: memory and time of the processors, as Linux tells it.

import { readdirSync, readFileSync } from "node:fs";

/** How many units of time of /proc are a second. */
const UNITS = 100;

const read = (path) => {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
};

/** Memory of a process in MiB. */
export const memory = (id) => Number(/VmRSS:\s+(\d+)/.exec(read(`/proc/${id}/status`))?.[1] ?? 0) / 1024;

/** Memory of a process in MiB that is its own: heap and stacks. The rest are pages of files, which the system maps in pieces of its own choice. */
export const ownMemory = (id) => Number(/RssAnon:\s+(\d+)/.exec(read(`/proc/${id}/status`))?.[1] ?? 0) / 1024;

/** What /proc tells of a process after its name: state, parent, group ... */
const fields = (id) => read(`/proc/${id}/stat`).split(") ").at(-1).split(" ");

/** Seconds of processors that a process has used, and those of its children that have ended. */
export const ownSeconds = (id) => [11, 12, 13, 14].reduce((sum, place) => sum + (Number(fields(id)[place]) || 0), 0) / UNITS;

/** Seconds of processors that a process and all its children have used. */
export function familySeconds(id) {
  const children = readdirSync("/proc").filter((name) => /^\d+$/.test(name) && fields(name)[1] === String(id));
  return children.reduce((sum, child) => sum + ownSeconds(child), ownSeconds(id));
}
