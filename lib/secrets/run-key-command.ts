import { type ChildProcess, spawn } from "node:child_process";
import { z } from "zod";

const TIMEOUT_MS = 15_000;
const MOST_BYTES = 65_536;

const argvSchema = z
  .array(
    z
      .string()
      .min(1)
      .refine((word) => !word.includes("\0")),
  )
  .min(1);

/** A command of the operator's, written as a JSON list: a program and its arguments, never a line for a shell. */
export function parseCommand(text: string): readonly string[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    value = undefined;
  }
  const argv = argvSchema.safeParse(value);
  if (!argv.success) throw new Error('A command is written as a JSON list, such as ["vault", "read", "{reference}"].');
  return argv.data;
}

/** Why there is no value. The program is the operator's business; an agent that asked is told the rest. */
export class KeyCommandFailure extends Error {
  readonly reason: string;
  constructor(program: string, reason: string) {
    super(`${program} ${reason}`);
    this.reason = reason;
  }
}

/**
 * What such a command prints: one line without its end, or several as they are, for a key that ssh reads has to end with one.
 * Its error output is not read: tools of this kind are known to print what they were asked for. A command that does not end in
 * time, prints without end or is not wanted any more is killed with all it started: one that hangs, or does not listen to a
 * request to end, must hold neither a place among the calls nor a call that was stopped.
 */
export async function runKeyCommand(
  argv: readonly string[],
  signal?: AbortSignal,
  timeoutMs = TIMEOUT_MS,
): Promise<string> {
  const [program = "", ...args] = argv;
  const limit = AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])]);
  // A group of its own, to be ended as one.
  const child = spawn(program, args, { stdio: ["ignore", "pipe", "ignore"], detached: true });
  const kill = (): void => {
    child.stdout.destroy();
    if (child.pid !== undefined) killGroup(child.pid);
  };
  const chunks: Buffer[] = [];
  let size = 0;
  child.stdout.on("data", (chunk: Buffer) => {
    size += chunk.length;
    if (size > MOST_BYTES) kill();
    else chunks.push(chunk);
  });
  if (limit.aborted) kill();
  else limit.addEventListener("abort", kill);
  try {
    const code = await endOf(child);
    if (limit.aborted) throw new KeyCommandFailure(program, "did not answer in time");
    if (size > MOST_BYTES) throw new KeyCommandFailure(program, "printed too much");
    if (code !== 0) throw new KeyCommandFailure(program, `ended with ${code}`);
    return Buffer.concat(chunks)
      .toString("utf8")
      .replace(/^([^\n]*?)\r?\n$/, "$1");
  } finally {
    limit.removeEventListener("abort", kill);
  }
}

/** Its exit code, or the word for why it has none. */
function endOf(child: ChildProcess): Promise<number | string> {
  return new Promise((resolve) => {
    child.once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.name));
    child.once("close", (code, signal) => resolve(code ?? signal ?? "nothing"));
  });
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // Nobody left.
  }
}
