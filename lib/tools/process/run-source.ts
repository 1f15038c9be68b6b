import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { outputText } from "./output-text.ts";
import { type ProgramEnd, runProgram } from "./run-program.ts";

/** The most of each output that comes back: twice this, escaped in the worst way, still fits the tool's output limit. */
const OUTPUT_BYTES_MAX = 262_144;
const DEFAULT_TIMEOUT_SECONDS = 30;

export interface RunOptions {
  readonly directory: string;
  readonly stdin?: string | undefined;
  readonly timeoutSeconds?: number | undefined;
}

export interface RunOutput {
  stdout: string;
  stderr: string;
  exitCode?: number;
  signal?: string;
  timedOut: boolean;
  truncated: boolean;
}

/** Code goes into a file that is gone afterwards: an argument would be bounded by the kernel, and stdin is the program's. */
export async function runSource(
  code: string,
  fileName: string,
  argv: (file: string) => readonly [string, ...string[]],
  options: RunOptions,
): Promise<RunOutput> {
  const folder = await mkdtemp("/tmp/airlock-run-");
  try {
    const file = `${folder}/${fileName}`;
    await writeFile(file, code, { mode: 0o600 });
    return await runArguments(argv(file), options);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export async function runArguments(argv: readonly [string, ...string[]], options: RunOptions): Promise<RunOutput> {
  const end = await runProgram({
    argv,
    directory: options.directory,
    timeoutSeconds: options.timeoutSeconds ?? DEFAULT_TIMEOUT_SECONDS,
    maxBytes: OUTPUT_BYTES_MAX,
    ...(options.stdin === undefined ? {} : { stdin: options.stdin }),
  });
  return asOutput(end);
}

function asOutput({ stdout, stderr, exitCode, signal, timedOut, truncated }: ProgramEnd): RunOutput {
  return {
    stdout: outputText(stdout),
    stderr: outputText(stderr),
    ...(exitCode === null ? {} : { exitCode }),
    ...(signal === null ? {} : { signal }),
    timedOut,
    truncated,
  };
}
