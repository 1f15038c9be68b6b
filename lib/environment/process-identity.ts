import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { z } from "zod";

/**
 * A process, told apart from a later one that was given the same number. A pid alone is not enough: after a crash or a
 * reboot it may belong to a stranger, and ending or adopting a stranger's process would be worse than any leftover.
 */
export const processIdentity = z.object({ pid: z.int().positive(), startedAt: z.string().min(1) });
export type ProcessIdentity = z.infer<typeof processIdentity>;

/** Who has this pid now; nothing when nobody has, or when only a zombie is left of it. */
export function identifyProcess(pid: number): ProcessIdentity | undefined {
  const startedAt = process.platform === "linux" ? startTicksOf(pid) : startTimeOf(pid);
  return startedAt === undefined ? undefined : { pid, startedAt };
}

export function identifySelf(): ProcessIdentity {
  const self = identifyProcess(process.pid);
  if (!self) throw new Error("This process cannot read its own start time.");
  return self;
}

export function isAlive(identity: ProcessIdentity): boolean {
  return identifyProcess(identity.pid)?.startedAt === identity.startedAt;
}

/** The command line of a live process, or an empty string when there is none to read. */
export function commandLineOf(pid: number): string {
  try {
    if (process.platform === "linux") return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ").trim();
    return askPs(pid, "command");
  } catch {
    return "";
  }
}

/** Field 22 of /proc/PID/stat: clock ticks since boot. The name in field 2 may hold anything, so count from its last bracket. */
function startTicksOf(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const [state] = fields;
    return state === "Z" || state === "X" ? undefined : fields[19];
  } catch {
    return undefined;
  }
}

function startTimeOf(pid: number): string | undefined {
  try {
    return askPs(pid, "stat").startsWith("Z") ? undefined : askPs(pid, "lstart") || undefined;
  } catch {
    return undefined;
  }
}

function askPs(pid: number, column: string): string {
  return execFileSync("ps", ["-ww", "-o", `${column}=`, "-p", String(pid)], { encoding: "utf8" }).trim();
}
