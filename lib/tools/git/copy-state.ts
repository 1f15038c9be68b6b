import { failure } from "../failures/failure.ts";
import { openFolder } from "../file-access/open-folder.ts";
import { outputText } from "../process/output-text.ts";
import { runProgram } from "../process/run-program.ts";
import { refuseForeign } from "./refuse-foreign.ts";

/** What a repository is besides its objects and its configuration. Hooks, modules and everything unknown stay behind. */
export const STATE: ReadonlySet<string> = new Set([
  ...["HEAD", "packed-refs", "refs", "logs", "index", "shallow", "info", "worktrees"],
  ...["ORIG_HEAD", "FETCH_HEAD", "MERGE_HEAD", "CHERRY_PICK_HEAD", "REVERT_HEAD", "AUTO_MERGE"],
  ...["BISECT_LOG", "BISECT_START", "rebase-merge", "rebase-apply", "sequencer"],
]);

const TIMEOUT_SECONDS = 20;
const SAID_BYTES = 1000;
/** A file that another git replaces while it is copied is there again a moment later. */
const TRIES = 3;

/**
 * Copies these names into a folder that only this call can reach, links as links, and looks through what came of it: there
 * nobody can change it any more. By a program, because tools that only read have no code that writes.
 */
export async function copyInto(place: string, from: string, names: readonly string[]): Promise<void> {
  if (names.length === 0) return;
  // With times: an index that looks younger than it is hides files that were changed right after it was written.
  const copy = ["cp", "-RPpf", "--", ...names.map((name) => `${from}/${name}`), `${place}/`];
  for (let tries = 1; ; tries += 1) {
    const { exitCode, stderr } = await runProgram({
      argv: ["/usr/bin/env", "-i", "PATH=/usr/bin:/bin", "LC_ALL=C", ...copy],
      ...{ directory: place, timeoutSeconds: TIMEOUT_SECONDS, maxBytes: SAID_BYTES },
    });
    if (exitCode === 0) break;
    if (tries === TRIES) {
      throw failure("repository_refused", `${from} could not be taken in whole: ${outputText(stderr).trim()}`);
    }
  }
  const folder = await openFolder(place);
  try {
    await refuseForeign(folder, from);
  } finally {
    await folder.close();
  }
}
