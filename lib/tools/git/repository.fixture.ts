import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { TestWorkspace } from "../workspace.fixture.ts";

/** git as anybody runs it, but for the machine's own configuration: for making repositories, and as the control. */
export function plainGit(directory: string, ...args: string[]): string {
  return execFileSync("git", args, {
    cwd: directory,
    encoding: "utf8",
    timeout: 20_000,
    stdio: ["ignore", "pipe", "ignore"],
    env: {
      PATH: "/usr/bin:/bin",
      GIT_CONFIG_NOSYSTEM: "1",
      GIT_CONFIG_GLOBAL: "/dev/null",
      ...Object.fromEntries(
        ["AUTHOR", "COMMITTER"].flatMap((who) => [
          [`GIT_${who}_NAME`, "Test"],
          [`GIT_${who}_EMAIL`, "test@example.com"],
          [`GIT_${who}_DATE`, "2026-01-02T03:04:05Z"],
        ]),
      ),
    } as object as NodeJS.ProcessEnv,
  });
}

/** A repository with one commit of `a.txt`. */
export function makeRepository(workspace: TestWorkspace, name = "repo"): string {
  const directory = join(workspace.path, name);
  mkdirSync(directory, { recursive: true });
  plainGit(directory, "init", "-q", "-b", "main");
  workspace.put(`${name}/a.txt`, "one\n");
  plainGit(directory, "add", ".");
  plainGit(directory, "commit", "-q", "-m", "first");
  return directory;
}

/** A repository of somebody else beside the workspace, whose `main` is at the same commit; gives what that branch says. */
export function makeTwin({ outside }: TestWorkspace, directory: string): () => string {
  plainGit(outside, "init", "-q", "-b", "main");
  plainGit(outside, "fetch", "-q", directory, "main:refs/heads/main", "--update-head-ok");
  return () => readFileSync(join(outside, ".git/refs/heads/main"), "utf8");
}

/** Programs that leave a mark when they are run, and the marks that there are. */
export interface Traps {
  /** A program of this name; one that passes its input on is what filters and conversions are. */
  program(name: string, passesOn?: boolean): string;
  sprung(): string[];
  clear(): void;
}

export function setTraps({ outside }: TestWorkspace): Traps {
  const [programs, marks] = [join(outside, "programs"), join(outside, "marks")];
  for (const folder of [programs, marks]) mkdirSync(folder);
  return {
    program(name, passesOn = false) {
      const path = join(programs, name);
      writeFileSync(path, `#!/bin/sh\n: > '${join(marks, name)}'\n${passesOn ? "cat" : "exit 0"}\n`);
      chmodSync(path, 0o755);
      return path;
    },
    sprung: () => readdirSync(marks).sort(),
    clear() {
      rmSync(marks, { recursive: true });
      mkdirSync(marks);
    },
  };
}
