import { spawn } from "node:child_process";
import { codeOf, failure } from "../failures/failure.ts";
import { collect } from "./collect.ts";

/**
 * Runs one program by its arguments: no shell reads them, so nothing in them means anything. The environment is the
 * tool's own, which the sandbox has filtered; whoever needs another has `env` set it.
 */
export interface ProgramRun {
  readonly argv: readonly [program: string, ...rest: string[]];
  readonly directory: string;
  readonly stdin?: string;
  readonly timeoutSeconds: number;
  /** Of each of the two outputs; what comes after is dropped. */
  readonly maxBytes: number;
}

export interface ProgramEnd {
  readonly stdout: Buffer;
  readonly stderr: Buffer;
  /** Null when a signal ended it. */
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly timedOut: boolean;
  readonly truncated: boolean;
}

/** What a program leaves behind may hold its outputs open after it has ended; nobody waits longer for that. */
const LEFTOVER_MS = 200;

export async function runProgram({
  argv,
  directory,
  timeoutSeconds,
  maxBytes,
  stdin,
}: ProgramRun): Promise<ProgramEnd> {
  const [program, ...rest] = argv;
  const child = spawn(program, rest, { cwd: directory, stdio: "pipe", shell: false });
  const [stdout, stderr] = [collect(child.stdout, maxBytes), collect(child.stderr, maxBytes)];
  let timedOut = false;
  const clock = setTimeout(() => {
    timedOut = true;
    child.kill("SIGKILL");
  }, timeoutSeconds * 1000);
  // A program that does not read its input is none of our business.
  child.stdin.on("error", () => {});
  child.stdin.end(stdin ?? "");
  try {
    const { exitCode, signal } = await new Promise<Pick<ProgramEnd, "exitCode" | "signal">>((resolve, reject) => {
      child.once("error", reject);
      child.once("close", (exitCode, signal) => resolve({ exitCode, signal }));
      child.once("exit", (exitCode, signal) => setTimeout(() => resolve({ exitCode, signal }), LEFTOVER_MS).unref());
    });
    const truncated = stdout.isCut() || stderr.isCut();
    return { stdout: stdout.bytes(), stderr: stderr.bytes(), exitCode, signal, timedOut, truncated };
  } catch (error) {
    throw codeOf(error) === "ENOENT" ? failure("program_missing", `There is no program ${program} here.`) : error;
  } finally {
    clearTimeout(clock);
    child.stdout.destroy();
    child.stderr.destroy();
  }
}
