// nginx and Caddy, set up word for word as docs/hosting.md says, in front of a public server: a real browser plays through them
// over TLS. Each runs in a network of its own, where the ports and the name of the guide are free; that needs Linux, root and
// the proxy. It belongs to `make test-long`.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const GUIDE = readFileSync(new URL("../../docs/hosting.md", import.meta.url), "utf8");
/** Where the guide has its certificate. */
const CERTIFICATE = "/etc/letsencrypt/live/othello.example";

const can = (...command) => {
  try {
    execFileSync(command[0], command.slice(1), { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
};

/** Returns the first block of the guide after some words. */
function block(words) {
  const found = GUIDE.split(words)[1]?.match(/```text\n([^]*?)```/)?.[1];
  assert.ok(found, `there is nothing after ${words}`);
  return found;
}

/** Runs `proxy-walk.js` behind a proxy, and returns what it says. */
function walk(folder, command) {
  writeFileSync(join(folder, "hosts"), "127.0.0.1 localhost othello.example\n");
  const script = fileURLToPath(new URL("proxy-walk.js", import.meta.url));
  const steps = `ip link set lo up && mount --bind "${folder}/hosts" /etc/hosts && exec node "${script}" "${folder}" ${command}`;
  return execFileSync("unshare", ["--net", "--mount", "--fork", "--pid", "--kill-child", "--mount-proc", "bash", "-c", steps]).toString();
}

const cases = [
  {
    name: "nginx",
    needs: ["nginx", "-v"],
    set: (folder) => {
      const names = ["-subj", "/CN=othello.example", "-addext", "subjectAltName=DNS:othello.example"];
      const files = ["-keyout", `${folder}/privkey.pem`, "-out", `${folder}/fullchain.pem`];
      execFileSync("openssl", ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", ...names, ...files], { stdio: "ignore" });
      const site = block("nginx, with WebSockets").replaceAll(CERTIFICATE, folder);
      const around = `pid ${folder}/nginx.pid;\nerror_log ${folder}/error.log;\nevents {}\nhttp {\naccess_log off;\n${site}}\n`;
      writeFileSync(join(folder, "nginx.conf"), around);
      return `nginx -e ${folder}/error.log -c ${folder}/nginx.conf -g "daemon off;"`;
    },
  },
  {
    name: "caddy",
    needs: ["caddy", "version"],
    set: (folder) => {
      // Nobody outside knows that name: Caddy signs for it itself.
      const site = `{\n\tlocal_certs\n\tskip_install_trust\n\tadmin off\n\tstorage file_system ${folder}/caddy\n}\n${block("Caddy, which")}`;
      writeFileSync(join(folder, "Caddyfile"), site);
      return `caddy run --config ${folder}/Caddyfile --adapter caddyfile`;
    },
  },
];

for (const { name, needs, set } of cases) {
  const usable = can(...needs) && can("unshare", "--net", "--mount", "ip", "link", "set", "lo", "up");
  const skip = !process.env.OUTFLANK_SERVERS ? "takes long; OUTFLANK_SERVERS=1 runs it" : usable ? false : `needs ${name}, Linux and root`;
  test(`${name} in front, as the guide sets it up: a page, cookies, live connections, and no metrics`, { skip }, (context) => {
    const folder = mkdtempSync(join(tmpdir(), "outflank-proxy-"));
    try {
      const said = walk(folder, set(folder));
      context.diagnostic(said.trim());
      assert.match(said, /all is well/);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
}
