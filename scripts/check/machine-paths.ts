import { homedir } from "node:os";
import { dirname } from "node:path";
import { PROJECT_ROOT } from "#lib/environment/home.ts";
import { runCaptured } from "../processes/run-captured.ts";

/** Paths that mean something on this machine only. A short one ("/app") says too little to search for. */
export function pathsOfThisMachine(projectRoot: string, home: string): string[] {
  return [projectRoot, home].filter((path) => dirname(path) !== "/");
}

/** Lines of tracked files that name a folder of the machine they were written on. */
export async function findMachinePaths(): Promise<string[]> {
  const paths = pathsOfThisMachine(PROJECT_ROOT, homedir());
  if (paths.length === 0) return [];
  const { code, output } = await runCaptured("git", [
    "grep",
    "-nIF",
    ...paths.flatMap((path) => ["-e", path]),
    "--",
    ".",
  ]);
  return code === 0 ? output.trim().split("\n") : [];
}
