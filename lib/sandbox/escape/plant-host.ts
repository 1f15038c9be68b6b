import { execFileSync, spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { hostname } from "node:os";
import { join } from "node:path";
import type { Architecture } from "#lib/sandbox/seccomp/syscalls.ts";
import { text } from "./probe.ts";
import type { Host } from "./probes/host.ts";
import { type CallName, callNumber } from "./program/call-numbers.ts";
import { type Argument, callProgram } from "./program/call-program.ts";

export interface Planted extends Host {
  readonly workspace: string;
  readonly stateDirectory: string;
  remove(): void;
}

interface Soil {
  readonly directory: string;
  readonly mark: string;
  readonly architecture: Architecture;
  readonly leaked: Host["leaked"];
  readonly setUserProgram: string | null;
}

const [CREATE, FOR_ALL, REMOVE] = [0o1000, 0o666, 0];
const CREATE_FILE = 0o100;
const OTHER_LOOPBACK = "127.8.8.8";

/** Puts everything on this machine that probes try to reach. All of it is ours, and goes with `remove`. */
export async function plantHost({ directory, mark, architecture, leaked, setUserProgram }: Soil): Promise<Planted> {
  const place = (name: string): string => join(directory, name);
  for (const name of ["private", "state", "workspaces/own", "workspaces/neighbour"]) {
    mkdirSync(place(name), { recursive: true });
  }
  for (const name of ["private", "state", "workspaces/neighbour"]) writeFileSync(place(`${name}/secret`), mark);
  const workspace = place("workspaces/own");
  symlinkSync(place("private/secret"), join(workspace, "way-out"));
  symlinkSync(place("private"), join(workspace, "way-out-directory"));

  const victim = spawn("/bin/sh", ["-c", `sleep 600; true # ${mark}`], {
    env: { ...process.env, AIRLOCK_VICTIM: mark },
    cwd: place("private"),
    detached: true,
    stdio: "ignore",
  });
  const abstract = `airlock-door-${mark}`;
  const servers = [
    await listen(mark, { path: place("private/door") }),
    await listen(mark, { path: join(workspace, "door") }),
    await listen(mark, { path: `\0${abstract}` }),
  ];
  const v4 = await listen(mark, { host: "127.0.0.1", port: 0 });
  const v6 = await listen(mark, { host: "::1", port: 0 }).catch(() => null);
  servers.push(v4, await listen(mark, { host: OTHER_LOOPBACK, port: portOf(v4) }), ...(v6 ? [v6] : []));

  const ipcKey = randomInt(0x10000000, 0x7fffffff);
  const queue = `airlock-${mark}`;
  const call = (name: CallName, ...list: Argument[]) => ({ number: callNumber(name, architecture), arguments: list });
  const ids = runCalls(directory, architecture, [
    call("shmget", ipcKey, 4096, CREATE | FOR_ALL),
    call("semget", ipcKey, 1, CREATE | FOR_ALL),
    call("msgget", ipcKey, CREATE | FOR_ALL),
    call("mq_open", text(queue), CREATE_FILE, FOR_ALL, 0),
  ]);

  return {
    architecture,
    mark,
    hostName: hostname(),
    secret: place("private/secret"),
    privateFolder: place("private"),
    stateSecret: place("state/secret"),
    neighbourSecret: place("workspaces/neighbour/secret"),
    setUserProgram,
    victim: victim.pid ?? 0,
    leaked,
    sockets: { path: place("private/door"), abstract },
    ports: { v4: portOf(v4), v6: v6 && portOf(v6) },
    ipcKey,
    queue,
    workspace,
    stateDirectory: place("state"),
    remove() {
      process.kill(-(victim.pid ?? 0), "SIGKILL");
      for (const server of servers) server.close();
      const [segment = 0, semaphore = 0, messages = 0] = ids;
      runCalls(directory, architecture, [
        call("shmctl", segment, REMOVE, 0),
        call("semctl", semaphore, 0, REMOVE, 0),
        call("msgctl", messages, REMOVE, 0),
        call("mq_unlink", text(queue)),
      ]);
      removeMarked(mark);
    },
  };
}

/** What a control left because nothing stopped it. */
export function removeMarked(mark: string): void {
  for (const place of ["/tmp", "/dev/shm", "/var/tmp"]) {
    const left = readdirSync(place).filter((name) => name.startsWith("airlock-") && name.includes(mark));
    for (const name of left) rmSync(join(place, name), { force: true });
  }
}

function runCalls(directory: string, architecture: Architecture, calls: Parameters<typeof callProgram>[0]): number[] {
  const file = join(directory, "calls");
  writeFileSync(file, callProgram(calls, architecture), { mode: 0o755 });
  const output = execFileSync(file);
  rmSync(file);
  return calls.map((_, index) => Number(output.readBigInt64LE(index * 8)));
}

async function listen(mark: string, address: { path: string } | { host: string; port: number }): Promise<Server> {
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.end(mark);
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(address, resolve);
  });
  server.unref();
  return server;
}

function portOf(server: Server): number {
  const address = server.address();
  return address !== null && typeof address === "object" ? address.port : 0;
}
