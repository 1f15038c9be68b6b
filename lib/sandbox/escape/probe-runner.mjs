/**
 * Tries what it is told to try, one after the other, and says what came of it. It is a tool like any other, run as a tool is run;
 * as a bare process it is the control. It judges nothing.
 */
import { spawn, spawnSync } from "node:child_process";
import {
  accessSync,
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { connect } from "node:net";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";

const PATIENCE_MS = 3000;
/** Each call's own: in a sandbox that is kept, what one call removed the next would miss. */
let directory = "";

export default {
  /** @param {{ attempts: Record<string, import("./probe.ts").Attempt> }} input */
  async execute({ attempts }) {
    directory = mkdtempSync(join(tmpdir(), "airlock-probes-"));
    /** @type {Record<string, import("./probe.ts").Answer>} */
    const answers = {};
    for (const [name, attempt] of Object.entries(attempts)) answers[name] = await make(attempt);
    rmSync(directory, { recursive: true, force: true });
    return answers;
  },
};

/** @param {import("./probe.ts").Attempt} attempt @returns {Promise<import("./probe.ts").Answer>} */
async function make(attempt) {
  try {
    if (attempt.kind === "calls") return callsOf(attempt.program);
    if (attempt.kind === "connect") return { said: await connectTo(attempt.to, attempt.mark) };
    if (attempt.kind === "look") return { said: (await LOOKS[attempt.at](attempt.mark)) ? "reached" : "not there" };
    return { said: ACTS[attempt.kind](/** @type {never} */ (attempt)) };
  } catch (error) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (error);
    // Only the system refuses with a code; anything else is a fault of ours, and must not look like a refusal.
    if (code === undefined) throw error;
    return { said: `refused: ${code}` };
  }
}

const ACTS = {
  /** @param {{ path: string, for: string }} attempt */
  open(attempt) {
    closeSync(openSync(attempt.path, attempt.for === "reading" ? constants.O_RDONLY : constants.O_WRONLY));
    return "reached";
  },
  /** @param {{ path: string }} attempt */
  enter({ path }) {
    accessSync(path, constants.W_OK | constants.X_OK);
    return "reached";
  },
  /** @param {{ path: string }} attempt */
  list: ({ path }) => (readdirSync(path).length > 0 ? "reached" : "empty"),
  /** @param {{ path: string, mark: string }} attempt */
  find: ({ path, mark }) =>
    readFileSync(path.replace("/proc/parent/", `/proc/${process.ppid}/`), "latin1").includes(mark)
      ? "reached"
      : "not there",
  /** @param {{ path: string }} attempt */
  leave({ path }) {
    writeFileSync(path, "");
    return "left";
  },
  /** @param {{ script: string, mark: string }} attempt */
  shell({ script, mark }) {
    const { stdout } = spawnSync("/bin/sh", ["-c", script], { cwd: directory, encoding: "latin1", timeout: 10_000 });
    return stdout.includes(mark) ? "reached" : "not there";
  },
};

/** @param {string} program */
function callsOf(program) {
  const file = join(directory, "calls");
  writeFileSync(file, Buffer.from(program, "base64"), { mode: 0o755 });
  const { stdout, signal } = spawnSync(file, { stdio: ["ignore", "pipe", "ignore"], timeout: PATIENCE_MS });
  rmSync(file);
  if (signal) return { killedBy: signal };
  return {
    returned: Array.from({ length: stdout.length >> 3 }, (_, index) => Number(stdout.readBigInt64LE(index * 8))),
  };
}

/** @param {import("./probe.ts").Address} address @param {string} mark @returns {Promise<string>} */
function connectTo(address, mark) {
  return new Promise((resolve) => {
    const end = (/** @type {string} */ word) => {
      connection.destroy();
      resolve(word);
    };
    const connection = connect(/** @type {import("node:net").NetConnectOpts} */ (address));
    connection.setTimeout(PATIENCE_MS, () => end("silence"));
    connection.on("error", (error) => end(`refused: ${/** @type {NodeJS.ErrnoException} */ (error).code}`));
    connection.on("data", (data) => end(String(data).includes(mark) ? "reached" : "somebody else"));
  });
}

const LOOKS = {
  input() {
    if (!fstatSync(0).isFile()) return false;
    fchmodSync(0, 0o700);
    closeSync(openSync("/proc/self/fd/0", constants.O_RDWR));
    return true;
  },
  interfaces() {
    const names = readFileSync("/proc/net/dev", "utf8").split("\n").slice(2);
    return names.map((line) => line.split(":")[0]?.trim()).some((name) => name && name !== "lo");
  },
  /** Ours, our launcher's first process, and whatever we started are all there should be. */
  processes() {
    const ours = new Set([process.pid, process.ppid, 1].map(String));
    return readdirSync("/proc").some((name) => /^\d+$/.test(name) && !ours.has(name));
  },
  /** @param {string} mark */
  descriptors(mark) {
    return readdirSync("/proc/self/fd").some((name) => linkOf(`/proc/self/fd/${name}`).startsWith(mark));
  },
  /** @param {string} mark */
  variables: (mark) => JSON.stringify(process.env).includes(mark),
  /** @param {string} mark */
  "host name": (mark) => hostname() === mark,
  /** @param {string} mark */
  "open files"(mark) {
    const held = [];
    try {
      while (held.length < Number(mark)) held.push(openSync("/dev/null", "r"));
    } finally {
      for (const descriptor of held) closeSync(descriptor);
    }
    return true;
  },
  /** @param {string} mark */
  async children(mark) {
    const children = [];
    for (let count = 0; count < Number(mark); count += 1) {
      const child = spawn("/bin/sleep", ["30"], { stdio: "ignore" });
      const started = await new Promise((resolve) => {
        child.once("spawn", () => resolve(true)).once("error", () => resolve(false));
      });
      if (!started) break;
      children.push(child);
    }
    const gone = children.map((child) => new Promise((resolve) => child.once("exit", resolve)));
    for (const child of children) child.kill("SIGKILL");
    await Promise.all(gone);
    return children.length === Number(mark);
  },
  /** Node opens its door for one when it is sent a signal, a moment later. */
  async debugger() {
    spawnSync("/bin/sh", ["-c", "kill -USR1 $PPID"]);
    for (let patience = 20; patience > 0; patience -= 1) {
      await new Promise((resolve) => setTimeout(resolve, 25));
      if (/^ *\d+: 0100007F:240D /m.test(readFileSync("/proc/net/tcp", "latin1"))) return true;
    }
    return false;
  },
};

/** @param {string} path */
function linkOf(path) {
  try {
    return readlinkSync(path);
  } catch {
    return "";
  }
}
