import { type ChildProcess, spawn } from "node:child_process";
import { PROJECT_ROOT } from "#lib/environment/home.ts";

interface Run {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Record<string, string>;
  /** Ends the program before its time. */
  readonly signal: AbortSignal;
  /** What it says until then is shown then: somebody else is speaking. */
  readonly silentUntil?: Promise<unknown>;
}

/** How long a program that was asked to end gets to clean up after itself. */
const PATIENCE_MS = 20_000;
/** How long what a program said last may be on its way after its end. */
const LAST_WORDS_MS = 2_000;

/**
 * Runs a program to its end with its output where ours goes, and gives its exit code. It has a group of its own, so that nothing it
 * started outlives it.
 */
export async function runVisibly({ command, args, env = {}, signal, silentUntil }: Run): Promise<number> {
  return await new Promise((resolve) => {
    const where = silentUntil ? "pipe" : "inherit";
    const child = spawn(command, args, {
      cwd: PROJECT_ROOT,
      env: { ...process.env, ...env },
      stdio: ["ignore", where, where],
      detached: true,
    });
    if (silentUntil) showAfter(silentUntil, child);
    const end = () => {
      child.kill("SIGINT");
      setTimeout(() => endGroup(child.pid), PATIENCE_MS).unref();
    };
    signal.addEventListener("abort", end, { once: true });
    child.once("error", (error) => {
      process.stderr.write(`${error.message}\n`);
      resolve(127);
    });
    let waiting: NodeJS.Timeout | undefined;
    const finish = (code: number | null) => {
      clearTimeout(waiting);
      child.stdout?.destroy();
      child.stderr?.destroy();
      signal.removeEventListener("abort", end);
      endGroup(child.pid);
      resolve(code ?? 1);
    };
    child.once("close", finish);
    // Whoever it leaves behind in another group may keep the pipe open, and is not waited for.
    child.once("exit", (code) => {
      waiting = setTimeout(finish, LAST_WORDS_MS, code);
    });
  });
}

function showAfter(moment: Promise<unknown>, { stdout, stderr }: ChildProcess): void {
  const kept: (() => unknown)[] = [];
  let say = (speak: () => unknown): unknown => kept.push(speak);
  stdout?.on("data", (chunk) => say(() => process.stdout.write(chunk)));
  stderr?.on("data", (chunk) => say(() => process.stderr.write(chunk)));
  const speakUp = () => {
    for (const speak of kept) speak();
    say = (speak) => speak();
  };
  moment.then(speakUp, speakUp);
}

function endGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, "SIGKILL");
  } catch {
    // Nobody is left in it.
  }
}
