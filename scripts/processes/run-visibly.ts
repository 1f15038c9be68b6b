import { spawn } from "node:child_process";
import { PROJECT_ROOT } from "#lib/environment/home.ts";

interface Run {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Record<string, string>;
  /** Ends the program before its time. */
  readonly signal: AbortSignal;
}

/** How long a program that was asked to end gets to clean up after itself. */
const PATIENCE_MS = 20_000;

/**
 * Runs a program to its end with its output where ours goes, and gives its exit code. It has a group of its own, so that nothing it
 * started outlives it.
 */
export async function runVisibly({ command, args, env = {}, signal }: Run): Promise<number> {
  return await new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: PROJECT_ROOT,
      env: { ...process.env, ...env },
      stdio: ["ignore", "inherit", "inherit"],
      detached: true,
    });
    const end = () => {
      child.kill("SIGINT");
      setTimeout(() => endGroup(child.pid), PATIENCE_MS).unref();
    };
    signal.addEventListener("abort", end, { once: true });
    child.once("error", (error) => {
      process.stderr.write(`${error.message}\n`);
      resolve(127);
    });
    child.once("close", (code) => {
      signal.removeEventListener("abort", end);
      endGroup(child.pid);
      resolve(code ?? 1);
    });
  });
}

function endGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, "SIGKILL");
  } catch {
    // Nobody is left in it.
  }
}
