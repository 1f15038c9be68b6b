import { chmod, copyFile, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The files that a bundle needs, as real ones: a directory for one call, that others may read and nobody may change. */
export interface Stage {
  readonly directory: string;
  readonly bundle: string;
  readonly runner: string;
  remove(): Promise<void>;
}

const RUNNER = fileURLToPath(new URL("./run-bundle.mjs", import.meta.url));

export async function stageBundle(bytes: Uint8Array): Promise<Stage> {
  const directory = await mkdtemp(join(tmpdir(), "airlock-stage-"));
  const bundle = join(directory, "tool.mjs");
  const runner = join(directory, "run-bundle.mjs");
  // The very bytes whose hash was checked; a copy of the runner, because ours may lie where a tool's user cannot go.
  await writeFile(bundle, bytes, { mode: 0o444 });
  await copyFile(RUNNER, runner);
  await chmod(runner, 0o444);
  await chmod(directory, 0o755);
  return { directory, bundle, runner, remove: () => rm(directory, { recursive: true, force: true }) };
}
