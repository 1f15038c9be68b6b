import { type Lock, lockFile } from "./lock-file.ts";
import { inGitFolder, type Repository, withCopy } from "./open-repository.ts";
import { publish } from "./publish.ts";
import { readState } from "./state.ts";

/**
 * The same as `inRepository` for what also changes it. The repository is locked as git locks it for as long as git works in
 * the copy, so that no other git moves the branch or the index meanwhile.
 */
export async function changeRepository<Result>(
  path: string,
  use: (repository: Repository) => Promise<Result>,
): Promise<Result> {
  return inGitFolder(path, async (folder, directory) => {
    const held = new Map<string, Lock>();
    try {
      for (const name of ["index", "HEAD"]) held.set(name, await lockFile(folder, name));
      return await withCopy(folder, directory, async (repository) => {
        const before = await readState(repository.gitDir);
        const result = await use(repository);
        await publish({ ...{ folder, before, held }, gitDir: repository.gitDir });
        return result;
      });
    } finally {
      for (const lock of held.values()) await lock.release();
    }
  });
}
