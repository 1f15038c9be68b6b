/**
 * Looks around from inside a sandbox and says what it sees. It is run as a tool is run, by the same plan and launch, so
 * that what holds for it holds for a tool. It judges nothing: what must be seen is decided outside.
 */
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, readlinkSync, writeFileSync } from "node:fs";
import { connect, createServer } from "node:net";

/** @param {() => unknown} action */
function attempt(action) {
  try {
    return String(action());
  } catch (error) {
    return `refused: ${/** @type {NodeJS.ErrnoException} */ (error).code}`;
  }
}

/** @param {string} name */
function status(name) {
  const line = readFileSync("/proc/self/status", "utf8").match(new RegExp(`^${name}:\\s*(.*)$`, "m"));
  return line?.[1] ?? "";
}

function listenOnUnixSocket() {
  return new Promise((resolve) => {
    const server = createServer();
    server.on("error", (error) => resolve(`refused: ${/** @type {NodeJS.ErrnoException} */ (error).code}`));
    server.listen("/tmp/probe.sock", () => {
      server.close();
      resolve("open");
    });
  });
}

/** Asks the proxy for a host that no policy lists; without a proxy nobody answers. */
function askProxy() {
  return new Promise((resolve) => {
    const connection = connect(3128, "127.0.0.1");
    connection.on("error", (error) => resolve(`refused: ${/** @type {NodeJS.ErrnoException} */ (error).code}`));
    connection.on("data", (reply) => resolve(String(reply).split("\r\n")[0]));
    connection.write("CONNECT unlisted.invalid:443 HTTP/1.1\r\nHost: unlisted.invalid:443\r\n\r\n");
  });
}

export default {
  /** @param {{ canary: string, network: boolean }} input */
  async execute({ canary, network }) {
    return {
      seccomp: status("Seccomp"),
      capabilities: status("CapBnd"),
      noNewPrivileges: status("NoNewPrivs"),
      corePattern: attempt(() => writeFileSync("/proc/sys/kernel/core_pattern", "core")),
      rootWrite: attempt(() => writeFileSync("/written", "")),
      systemWrite: attempt(() => writeFileSync("/usr/written", "")),
      shadow: attempt(() => readFileSync("/etc/shadow")),
      hostFile: attempt(() => readFileSync(canary, "utf8")),
      interfaces: readFileSync("/proc/net/dev", "utf8")
        .split("\n")
        .slice(2)
        .map((line) => line.split(":")[0]?.trim())
        .filter(Boolean)
        .join(" "),
      launcherEnvironment: attempt(() => readFileSync("/proc/1/environ", "utf8")),
      // What the kernel shows of this process to others of its user it shows under the same name to itself.
      ownInside: attempt(() => readFileSync("/proc/self/environ").length),
      processes: readdirSync("/proc").filter((name) => /^\d+$/.test(name)).length,
      // Its own stdin, stdout and stderr are pipes that we gave it.
      descriptors: readdirSync("/proc/self/fd")
        .filter((name) => Number(name) > 2)
        .map((name) => attempt(() => readlinkSync(`/proc/self/fd/${name}`)))
        .filter((target) => target.startsWith("/") && !target.startsWith("/proc/") && !target.startsWith("/dev/")),
      unixSocket: await listenOnUnixSocket(),
      ...(network ? { proxy: await askProxy() } : {}),
      newProcess: spawnSync("/usr/bin/true").error ? "refused" : "started",
    };
  },
};
