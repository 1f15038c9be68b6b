import { failure } from "../failures/failure.ts";
import { outputText } from "../process/output-text.ts";
import { type ProgramEnd, runProgram } from "../process/run-program.ts";
import { type GitCommand, hardenedArguments } from "./hardened.ts";

export interface GitRun extends GitCommand {
  readonly directory: string;
  readonly stdin?: string;
  readonly timeoutSeconds?: number;
  readonly maxBytes?: number;
  /** Exit codes that are an answer. */
  readonly accepts?: readonly number[];
}

const TIMEOUT_SECONDS = 45;
const MAX_BYTES = 8_388_608;
const SAID_MAX = 1000;

/** Runs git once; an end that is no answer is thrown with what git said. */
export async function runGit(run: GitRun): Promise<ProgramEnd> {
  const end = await runProgram({
    argv: ["/usr/bin/env", ...hardenedArguments(run)],
    directory: run.directory,
    timeoutSeconds: run.timeoutSeconds ?? TIMEOUT_SECONDS,
    maxBytes: run.maxBytes ?? MAX_BYTES,
    ...(run.stdin === undefined ? {} : { stdin: run.stdin }),
  });
  if (end.timedOut) throw failure("git_timed_out", "git took too long and was ended.");
  const said = outputText(end.stderr).trim();
  if (end.exitCode === 127 && said.startsWith("/usr/bin/env:")) {
    throw failure("program_missing", "This installation's sandbox has no git.");
  }
  if (end.exitCode === null || !(run.accepts ?? [0]).includes(end.exitCode)) {
    throw failure("git_failed", `git ${end.exitCode === null ? "was killed" : "refused"}: ${head(said)}`);
  }
  return end;
}

function head(said: string): string {
  return said.length > SAID_MAX ? `${said.slice(0, SAID_MAX).toWellFormed()} …` : said;
}
