import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { isReachable } from "#lib/sandbox/bubblewrap/reachable.ts";
import type { AttackOrder, AttackReport } from "./attack-report.ts";

/** Nobody of this machine: a number that neither distributions nor container tools hand out. */
export const NOBODY = 47_011;
const HOUSE = fileURLToPath(new URL("../../../", import.meta.url));
const ENTRY = "lib/sandbox/escape/attack.ts";
/** What the sandbox's code needs beside itself. */
const PACKAGES = ["zod", "yaml", "esbuild", "@esbuild"];
/** Above ten, because Node marks the lowest numbers when it starts, and apart from them. */
const LEAKED = { root: 20, file: 21 };

/** Runs one attack as this user, or as one without any right, with a house, a home and a Node that such a user can read. */
export async function launchAttack(as: "self" | "nobody", mark: string): Promise<AttackReport> {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "airlock-escape-")));
  chmodSync(base, 0o755);
  try {
    const [directory, leak] = [join(base, "home"), join(base, "left-open")];
    const named = join(base, "named");
    for (const made of [directory, named]) mkdirSync(made, { mode: 0o755 });
    writeFileSync(leak, mark, { mode: 0o644 });
    const setUserProgram = process.getuid?.() === 0 ? setUserCopy(join(named, "id")) : null;
    const house = as === "nobody" ? copyHouse(join(base, "house")) : HOUSE;
    const node = as === "nobody" ? readableNode(join(base, "node")) : process.execPath;
    const stepDown = ["/usr/bin/setpriv", "--reuid", `${NOBODY}`, "--regid", `${NOBODY}`, "--clear-groups"];
    if (as === "nobody") execFileSync("chown", ["-R", `${NOBODY}:${NOBODY}`, directory, house]);
    const order: AttackOrder = { directory, mark, leaked: { ...LEAKED, path: leak }, named, setUserProgram };
    return await run([...(as === "nobody" ? stepDown : []), node, join(house, ENTRY), mark], order);
  } finally {
    rmSync(base, { recursive: true, force: true });
  }
}

/** Through bash, which can leave descriptors open across a start; Node cannot. */
async function run(command: readonly string[], order: AttackOrder): Promise<AttackReport> {
  const open = `exec ${LEAKED.root}</ ${LEAKED.file}<"$1"; shift; exec "$@"`;
  const child = spawn("bash", ["-c", open, "bash", order.leaked.path, ...command], {
    cwd: "/",
    env: {
      PATH: "/usr/bin:/bin",
      HOME: order.directory,
      LEFT_BY_MISTAKE: order.mark,
      BASH_ENV: "/dev/null",
    } as unknown as NodeJS.ProcessEnv,
    stdio: ["pipe", "pipe", "inherit"],
  });
  child.stdin.end(JSON.stringify(order));
  const [report] = await Promise.all([json(child.stdout), once(child, "close")]);
  return report as AttackReport;
}

function setUserCopy(path: string): string {
  copyFileSync("/usr/bin/id", path);
  chmodSync(path, 0o4755);
  return path;
}

/** A checkout may be its owner's alone. */
function copyHouse(target: string): string {
  mkdirSync(target);
  for (const name of ["lib", "package.json", ...PACKAGES.map((name) => `node_modules/${name}`)]) {
    cpSync(join(HOUSE, name), join(target, name), { recursive: true, dereference: true });
  }
  return target;
}

function readableNode(copy: string): string {
  const mode = statSync(process.execPath).mode;
  if (isReachable(realpathSync(process.execPath)) && (mode & 0o005) === 0o005) return process.execPath;
  copyFileSync(process.execPath, copy);
  chmodSync(copy, 0o755);
  return copy;
}
