import { existsSync, readFileSync, readSync } from "node:fs";
import type { Midwife } from "./midwife.ts";

/**
 * bubblewrap's own account of the run. It writes an exit code only when the command was reached, which is how a failed
 * set-up is told from a tool that failed. The descriptor is closed before the command starts, so the tool cannot forge it.
 *
 * It is a file and no stream, read when something is to be known: bubblewrap writes a word at a time, and each would wake us.
 */
export interface LauncherStatus {
  exitCode(): number | null;
  /** The first process of the sandbox, by its number outside. When it is gone the kernel has killed all the others. */
  firstProcess(): number | null;
}

const ACCOUNT_BYTES = 4096;
const LAST_FIELD = "exit-code";

export function readStatus(descriptor: number | null): LauncherStatus {
  let text = "";
  const field = (name: string): number | null => {
    if (descriptor === null) return null;
    // Its last line: once that is there, nothing follows.
    if (!text.includes(LAST_FIELD)) {
      const bytes = Buffer.allocUnsafe(ACCOUNT_BYTES);
      text = bytes.toString("latin1", 0, readSync(descriptor, bytes, 0, ACCOUNT_BYTES, 0));
    }
    const value = new RegExp(`"${name}"\\s*:\\s*(\\d+)`).exec(text)?.[1];
    return value === undefined ? null : Number(value);
  };
  return { exitCode: () => field(LAST_FIELD), firstProcess: () => field("child-pid") };
}

const POLL_MS = 2;
const MOST_POLLS = 1000;

/** bubblewrap's outer process may end a moment before the inner one has. `reaped`: says when somebody has seen it end. */
export async function waitUntilGone(pid: number | null, reaped: Midwife["reaped"] | undefined): Promise<void> {
  for (let poll = 0; pid !== null && isAlive(pid) && poll < MOST_POLLS; poll += 1) {
    await new Promise<void>((resolve) => {
      const done = (): void => {
        clearTimeout(late);
        reaped?.off(`${pid}`, done);
        resolve();
      };
      const late = setTimeout(done, POLL_MS);
      reaped?.once(`${pid}`, done);
    });
  }
}

function isAlive(pid: number): boolean {
  // Mostly it is gone, and an error is dear to make.
  if (!existsSync(`/proc/${pid}`)) return false;
  try {
    // After the last parenthesis, because a program's name may hold anything.
    return !/^\)\s[ZX]/.test(readFileSync(`/proc/${pid}/stat`, "latin1").replace(/^.*(?=\))/s, ""));
  } catch {
    return false;
  }
}
