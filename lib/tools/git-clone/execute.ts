import { lstat, rename, rm } from "node:fs/promises";
import { basename, dirname } from "node:path";
import type { Execute } from "#lib/registry/tool.ts";
import { failure } from "../failures/failure.ts";
import { inJail, isBelow } from "../file-access/jail.ts";
import { makeFolder } from "../file-access/make-folder.ts";
import { openFolder, within } from "../file-access/open-folder.ts";
import { draftName } from "../file-access/replace-file.ts";
import { walkFolder } from "../file-access/walk-folder.ts";
import { readCloneUrl } from "../git/clone-url.ts";
import { revision } from "../git/names.ts";
import { openRepository } from "../git/open-repository.ts";
import { runGit } from "../git/run-git.ts";
import type { input, output } from "./contract.ts";
import { transportOf } from "./transport.ts";

const DEFAULT_MAX_MB = 256;
const TIMEOUT_SECONDS = 240;
const ENTRIES_MAX = 200_000;

/** Cloned beside its place under another name and put there when it is whole, so that a part is never taken for a repository. */
export const execute: Execute<typeof input, typeof output> = async (call, { idempotencyKey }) => {
  const address = readCloneUrl(call.url);
  const path = inJail(call.destination ?? address.name);
  if (!isBelow(path, process.cwd())) throw failure("path_refused", `${path} is not below the workspace.`);
  const transport = await transportOf(address);
  const parent = await openFolder(dirname(path), makeFolder);
  const [draft, final] = [within(parent, draftName(idempotencyKey)), within(parent, basename(path))];
  try {
    if (await isTaken(final)) throw failure("destination_taken", `${path} is there already.`);
    await rm(draft, { recursive: true, force: true });
    const draftPath = `${dirname(path)}/${draftName(idempotencyKey)}`;
    await runGit({
      ...transport,
      directory: dirname(path),
      timeoutSeconds: TIMEOUT_SECONDS,
      args: [
        ...["-c", "transfer.fsckObjects=true", "-c", "fetch.fsck.zeroPaddedFilemode=ignore"],
        ...["clone", "--quiet", "--template=", "--no-tags", "--single-branch", "--no-recurse-submodules"],
        ...[`--depth=${call.depth ?? 1}`, ...(call.branch === undefined ? [] : [`--branch=${revision(call.branch)}`])],
        ...["--end-of-options", address.url, draftPath],
      ],
    });
    const size = await measure(draftPath, (call.maxMb ?? DEFAULT_MAX_MB) * 1_048_576);
    if (!size) throw failure("too_large", `The clone takes more than ${call.maxMb ?? DEFAULT_MAX_MB} MiB.`);
    const state = await stateOf(draftPath);
    await rename(draft, final);
    return { path, url: address.url, ...state, ...size };
  } finally {
    await rm(draft, { recursive: true, force: true });
    await parent.close();
  }
};

async function isTaken(step: string): Promise<boolean> {
  return lstat(step).then(
    () => true,
    () => false,
  );
}

/** Nothing when it is more than may be. */
async function measure(path: string, maxBytes: number): Promise<{ files: number; bytes: number } | undefined> {
  const folder = await openFolder(path);
  try {
    let [files, bytes] = [0, 0];
    const walk = walkFolder(folder, { depth: 64, hidden: true, visits: ENTRIES_MAX });
    for (let step = await walk.next(); ; step = await walk.next()) {
      if (step.done) return step.value ? { files, bytes } : undefined;
      files += 1;
      bytes += step.value.bytes;
      if (bytes > maxBytes) return undefined;
    }
  } finally {
    await folder.close();
  }
}

async function stateOf(path: string): Promise<{ branch?: string; commit?: string }> {
  const repository = await openRepository(path);
  const accepts = [0, 1];
  const branch = await repository.line(["symbolic-ref", "--quiet", "--short", "HEAD"], { accepts });
  const commit = await repository.line(["rev-parse", "--quiet", "--verify", "HEAD"], { accepts });
  return { ...(branch === "" ? {} : { branch }), ...(commit === "" ? {} : { commit }) };
}
