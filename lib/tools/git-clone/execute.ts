import { lstat, rename, rm } from "node:fs/promises";
import { basename, dirname } from "node:path";
import type { Execute } from "#lib/registry/tool.ts";
import { failure } from "../failures/failure.ts";
import { inJail, isBelow } from "../file-access/jail.ts";
import { makeFolder } from "../file-access/make-folder.ts";
import { openFolder, within } from "../file-access/open-folder.ts";
import { draftName } from "../file-access/replace-file.ts";
import { walkWhole } from "../file-access/walk-whole.ts";
import { readCloneUrl } from "../git/clone-url.ts";
import { revision } from "../git/names.ts";
import { privatePlace } from "../git/private-place.ts";
import { runGit } from "../git/run-git.ts";
import { outputText } from "../process/output-text.ts";
import type { input, output } from "./contract.ts";
import { putState } from "./put-state.ts";
import { transportOf } from "./transport.ts";

const DEFAULT_MAX_MB = 256;
const FETCH_SECONDS = 200;
const CHECKOUT_SECONDS = 60;
const ENTRIES_MAX = 200_000;
const DEPTH_MAX = 128;

/**
 * Built beside its place under another name and put there when it is whole, so that a part is never taken for a repository.
 * Other calls of the agent can write in that draft, and this one has the network and perhaps a key: so while git works, its
 * configuration, index and branches are where only this call can reach them. The draft has what may be large: objects,
 * which are data, and the files, whose attributes name filters that nothing defines.
 */
export const execute: Execute<typeof input, typeof output> = async (call, { idempotencyKey }) => {
  const address = readCloneUrl(call.url);
  const path = inJail(call.destination ?? address.name);
  if (!isBelow(path, process.cwd())) throw failure("path_refused", `${path} is not below the workspace.`);
  const branch = call.branch === undefined ? [] : [`--branch=${revision(call.branch)}`];
  const transport = await transportOf(address);
  const maxMb = call.maxMb ?? DEFAULT_MAX_MB;
  const parent = await openFolder(dirname(path), makeFolder);
  const [draft, final] = [within(parent, draftName(idempotencyKey)), within(parent, basename(path))];
  const place = await privatePlace();
  try {
    if (await isTaken(final)) throw failure("destination_taken", `${path} is there already.`);
    await rm(draft, { recursive: true, force: true });
    const draftPath = `${dirname(path)}/${draftName(idempotencyKey)}`;
    await openFolder(`${draftPath}/.git/objects`, makeFolder).then((folder) => folder.close());
    const objects = { GIT_OBJECT_DIRECTORY: `${draftPath}/.git/objects` };
    await runGit({
      ...transport,
      variables: { ...transport.variables, ...objects },
      directory: place.path,
      timeoutSeconds: FETCH_SECONDS,
      args: [
        ...["-c", "transfer.fsckObjects=true", "-c", "fetch.fsck.zeroPaddedFilemode=ignore"],
        // Objects that another call says are elsewhere: git would start another in the repository around them.
        ...["-c", "core.alternateRefsCommand=true"],
        ...["clone", "--quiet", "--no-checkout", "--template=", "--no-tags", "--single-branch"],
        ...["--no-recurse-submodules", `--depth=${call.depth ?? 1}`, ...branch],
        ...["--end-of-options", address.url, `${place.path}/clone`],
      ],
    });
    const gitDir = `${place.path}/clone/.git`;
    const state = await checkOut({ GIT_DIR: gitDir, GIT_WORK_TREE: draftPath, ...objects }, draftPath);
    const folder = await openFolder(`${draftPath}/.git`);
    await putState(gitDir, folder).finally(() => folder.close());
    const size = await measure(draftPath, maxMb);
    await rename(draft, final);
    return { path, url: address.url, ...state, ...size };
  } finally {
    await rm(draft, { recursive: true, force: true });
    await place.remove();
    await parent.close();
  }
};

/** Writes the files of what was fetched, without any transport, and says what it is. */
async function checkOut(
  variables: Readonly<Record<string, string>>,
  directory: string,
): Promise<{ branch?: string; commit?: string }> {
  const git = { directory, variables, transports: [], accepts: [0, 1] };
  const line = async (args: string[]) => outputText((await runGit({ ...git, args })).stdout).trim();
  const branch = await line(["symbolic-ref", "--quiet", "--short", "HEAD"]);
  const commit = await line(["rev-parse", "--quiet", "--verify", "HEAD"]);
  if (commit !== "") {
    const args = ["read-tree", "--reset", "-u", "--no-recurse-submodules", commit];
    await runGit({ ...git, accepts: [0], timeoutSeconds: CHECKOUT_SECONDS, args });
  }
  return { ...(branch === "" ? {} : { branch }), ...(commit === "" ? {} : { commit }) };
}

async function isTaken(step: string): Promise<boolean> {
  return lstat(step).then(
    () => true,
    () => false,
  );
}

async function measure(path: string, maxMb: number): Promise<{ files: number; bytes: number }> {
  const folder = await openFolder(path);
  try {
    const otherwise = failure("too_large", `The clone takes more than ${maxMb} MiB, or has too many files.`);
    let [files, bytes] = [0, 0];
    for await (const entry of walkWhole(folder, { depth: DEPTH_MAX, visits: ENTRIES_MAX, otherwise })) {
      files += 1;
      bytes += entry.bytes;
      if (bytes > maxMb * 1_048_576) throw otherwise;
    }
    return { files, bytes };
  } finally {
    await folder.close();
  }
}
