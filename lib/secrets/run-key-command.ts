import { execFile } from "node:child_process";
import { promisify } from "node:util";
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

/**
 * What such a command prints: one line without its end, or several as they are, for a key that ssh reads has to end with one.
 * Its error output is not repeated: tools of this kind are known to print what they were asked for.
 */
export async function runKeyCommand(argv: readonly string[]): Promise<string> {
  const [program = "", ...args] = argv;
  try {
    const { stdout } = await promisify(execFile)(program, args, { timeout: TIMEOUT_MS, maxBuffer: MOST_BYTES });
    return stdout.replace(/^([^\n]*?)\r?\n$/, "$1");
  } catch (error) {
    const { code, killed } = error as { code?: unknown; killed?: boolean };
    throw new Error(`${program} ${killed ? "did not answer in time" : `ended with ${String(code)}`}`);
  }
}
