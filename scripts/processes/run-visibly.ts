import { spawn } from "node:child_process";
import { PROJECT_ROOT } from "#lib/environment/home.ts";

/** Runs a program to its end with its output where ours goes, and gives its exit code. */
export async function runVisibly(
  command: string,
  args: readonly string[],
  env: Record<string, string> = {},
  signal?: AbortSignal,
): Promise<number> {
  return await new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: PROJECT_ROOT,
      env: { ...process.env, ...env },
      stdio: ["ignore", "inherit", "inherit"],
      signal,
    });
    child.once("error", (error) => {
      process.stderr.write(`${error.message}\n`);
      resolve(127);
    });
    child.once("close", (code) => resolve(code ?? 1));
  });
}
