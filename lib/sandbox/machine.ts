import { execFileSync } from "node:child_process";
import {
  accessSync,
  constants,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
} from "node:fs";
import { release } from "node:os";
import type { CgroupHierarchy } from "./cgroups.ts";
import { probeCgroups } from "./probe-cgroups.ts";
import { ARCHITECTURES, type Architecture } from "./seccomp/syscalls.ts";
import { SYSTEM_FILES } from "./system-files.ts";

/**
 * What this machine has to isolate with. It is what was *found*; what holds is shown by the self-test.
 */
export interface Machine {
  readonly platform: string;
  readonly kernel: string;
  /** Null where we have no system-call table. */
  readonly architecture: Architecture | null;
  readonly root: boolean;
  readonly bubblewrap: BubblewrapVersion | null;
  readonly firejail: FirejailVersion | null;
  readonly programs: Readonly<Record<Program, string | null>>;
  readonly cgroups: readonly CgroupHierarchy[];
  readonly userNamespaces: boolean;
  /** Ours: it starts sandboxes, and what it needs to run is read from it. */
  readonly readableNodePath: string;
  /** The Node that runs tools inside; see `sealed-node.ts`. */
  readonly nodePath: string;
  /** Links such as /bin → usr/bin, made again inside; real directories of that name are bound. */
  readonly systemLinks: readonly { readonly path: string; readonly target: string }[];
  readonly systemDirectories: readonly string[];
  /** Harmless parts of /etc that programs need: certificates, alternatives, the linker's cache. */
  readonly systemFiles: readonly string[];
  /** Files of /proc that are for root alone: pages, slabs, timers. A capability over files would open them. */
  readonly kernelFiles: readonly string[];
}

export interface BubblewrapVersion {
  readonly path: string;
  readonly version: string;
  readonly bindFd: boolean;
  readonly disableUserns: boolean;
}

export interface FirejailVersion {
  readonly path: string;
  readonly version: string;
}

const PROGRAMS = ["sh", "env", "setpriv", "prlimit", "mkfifo", "nsenter", "unshare", "mount", "stat", "perl"] as const;
export type Program = (typeof PROGRAMS)[number];

/** Never PATH: whoever can write one of its directories would be our launcher. */
const PROGRAM_DIRECTORIES = ["/usr/bin", "/bin", "/usr/sbin", "/sbin", "/usr/local/bin"];
const ROOT_NAMES = ["/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32"];
/** The launcher gets nothing from ours: what it was started with can be read from inside. */
export const NO_ENVIRONMENT = {} as NodeJS.ProcessEnv;

export function probeMachine(nodePath: string): Machine {
  const bwrap = findProgram("bwrap");
  const firejail = findProgram("firejail");
  const present = ROOT_NAMES.filter((path) => existsSync(path));
  const isLink = (path: string): boolean => lstatSync(path).isSymbolicLink();
  return {
    platform: process.platform,
    kernel: release(),
    architecture: ARCHITECTURES.find((architecture) => architecture === process.arch) ?? null,
    root: process.getuid?.() === 0,
    bubblewrap: bwrap ? probeBubblewrap(bwrap) : null,
    firejail: firejail ? probeFirejail(firejail) : null,
    programs: Object.fromEntries(PROGRAMS.map((name) => [name, findProgram(name)])) as Record<Program, string | null>,
    cgroups: process.platform === "linux" ? probeCgroups() : [],
    userNamespaces: userNamespacesAllowed(readSysctl),
    readableNodePath: realpathSync(nodePath),
    nodePath: realpathSync(nodePath),
    systemLinks: present.filter(isLink).map((path) => ({ path, target: readlinkSync(path) })),
    systemDirectories: ["/usr", ...present.filter((path) => !isLink(path))].filter((path) => existsSync(path)),
    systemFiles: SYSTEM_FILES.filter((path) => existsSync(path)),
    kernelFiles: process.platform === "linux" ? findKernelFiles() : [],
  };
}

const READ_BY_OTHERS = 0o004;

function findKernelFiles(): string[] {
  return readdirSync("/proc")
    .filter((name) => !/^\d+$/.test(name))
    .map((name) => `/proc/${name}`)
    .filter((path) => {
      const stats = lstatSync(path);
      // Inside a container such a file may be covered by /dev/null already; in a /proc of its own a sandbox would see it.
      return (stats.isFile() && (stats.mode & READ_BY_OTHERS) === 0) || stats.isCharacterDevice();
    });
}

function findProgram(name: string): string | null {
  for (const directory of PROGRAM_DIRECTORIES) {
    const path = `${directory}/${name}`;
    try {
      accessSync(path, constants.X_OK);
      return path;
    } catch {
      // Not here.
    }
  }
  return null;
}

function ask(path: string, flag: string): string {
  return execFileSync(path, [flag], {
    encoding: "utf8",
    env: NO_ENVIRONMENT,
    stdio: ["ignore", "pipe", "ignore"],
    timeout: 10_000,
  });
}

function probeBubblewrap(path: string): BubblewrapVersion | null {
  try {
    return parseBubblewrap(path, ask(path, "--version"), ask(path, "--help"));
  } catch {
    return null;
  }
}

/** It tells its version only to those who may use it; whether we may is shown by the self-test. */
function probeFirejail(path: string): FirejailVersion {
  try {
    return { path, version: /(\d+(?:\.\d+)+)/.exec(ask(path, "--version"))?.[1] ?? "unknown" };
  } catch {
    return { path, version: "unknown" };
  }
}

export function parseBubblewrap(path: string, version: string, help: string): BubblewrapVersion {
  const offers = (flag: string): boolean => new RegExp(`^\\s*${flag}\\b`, "m").test(help);
  return {
    path,
    version: /(\d+(?:\.\d+)+)/.exec(version)?.[1] ?? "unknown",
    bindFd: offers("--bind-fd") && offers("--ro-bind-fd"),
    disableUserns: offers("--disable-userns"),
  };
}

/** Two switches that distributions use. A third (AppArmor's) depends on the program: only the self-test can tell. */
export function userNamespacesAllowed(read: (name: string) => string | null): boolean {
  const most = read("user/max_user_namespaces");
  return most !== null && Number(most) > 0 && read("kernel/unprivileged_userns_clone") !== "0";
}

function readSysctl(name: string): string | null {
  try {
    return readFileSync(`/proc/sys/${name}`, "utf8").trim();
  } catch {
    return null;
  }
}
