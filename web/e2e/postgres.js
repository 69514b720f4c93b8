// A PostgreSQL of its own for a test: a new cluster in a temporary folder, reached through a socket there.

import { execFileSync, spawn } from "node:child_process";
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pause } from "./studio.js";

const ROOT = "/usr/lib/postgresql";

function program(name) {
  const versions = existsSync(ROOT) ? readdirSync(ROOT) : [];
  return versions.map((version) => join(ROOT, version, "bin", name)).findLast(existsSync) ?? name;
}

/** PostgreSQL refuses to run as root: then its own user is taken. */
function user() {
  if (process.getuid() !== 0) return {};
  const number = (option) => Number(execFileSync("id", [option, "postgres"]).toString());
  return { uid: number("-u"), gid: number("-g") };
}

/** Makes a cluster and starts it; `stop` ends it. */
export async function startPostgres() {
  const folder = mkdtempSync(join(tmpdir(), "outflank-pg-"));
  const options = { cwd: "/", stdio: "ignore", ...user() };
  if (options.uid !== undefined) chownSync(folder, options.uid, options.gid);
  const data = join(folder, "data");
  execFileSync(program("initdb"), ["--auth=trust", "--username=postgres", "--encoding=UTF8", "-D", data], options);
  const server = spawn(program("postgres"), ["-D", data, "-c", "listen_addresses=", "-k", folder], options);
  const ready = () => {
    try {
      execFileSync(program("pg_isready"), ["-q", "-h", folder]);
      return true;
    } catch {
      return false;
    }
  };
  for (let wait = 0; !ready(); wait += 1) {
    if (wait > 300) throw new Error("PostgreSQL did not start");
    await pause(100);
  }
  const stop = () =>
    new Promise((resolve) => {
      server.once("exit", () => {
        rmSync(folder, { recursive: true, force: true });
        resolve();
      });
      server.kill("SIGINT");
    });
  return { url: `postgres://postgres@localhost/postgres?host=${folder}`, id: server.pid, stop };
}
