import { type SpawnOptions, spawn } from "node:child_process";
import { PROJECT_ROOT } from "#lib/environment/home.ts";

export interface Captured {
  readonly code: number;
  /** stdout and stderr in the order they came. */
  readonly output: string;
}

/** Runs a program to its end and keeps what it said. A program that cannot be started counts as one that failed. */
export async function runCaptured(
  command: string,
  args: readonly string[],
  options: SpawnOptions = {},
): Promise<Captured> {
  return await new Promise((resolve) => {
    let output = "";
    const child = spawn(command, args, { cwd: PROJECT_ROOT, ...options, stdio: ["ignore", "pipe", "pipe"] });
    const keep = (chunk: Buffer) => {
      output += chunk.toString("utf8");
    };
    child.stdout?.on("data", keep);
    child.stderr?.on("data", keep);
    child.once("error", (error) => resolve({ code: 127, output: `${output}${error.message}\n` }));
    child.once("close", (code) => resolve({ code: code ?? 1, output }));
  });
}
