import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, stop } from "esbuild";

/** What is seen of a spawner in a list of processes. */
export const SPAWNER_MARK = "airlock-spawner.mjs";

const SOURCE = fileURLToPath(new URL("./main.ts", import.meta.url));

let code: Promise<string> | undefined;

/**
 * The spawner as one file of JavaScript. Node could run its sources as they are, but what reads types away stays in memory
 * with it, and every process that it starts pays for its memory: it is twice as large then.
 */
export async function placeSpawner(): Promise<{ readonly file: string; remove(): void }> {
  code ??= compile();
  const directory = mkdtempSync(join(tmpdir(), "airlock-spawner-"));
  const file = join(directory, SPAWNER_MARK);
  writeFileSync(file, await code, { mode: 0o400 });
  return { file, remove: () => rmSync(directory, { recursive: true, force: true }) };
}

async function compile(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [SOURCE],
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node24",
    write: false,
    tsconfigRaw: "{}",
  });
  // It would keep a process of its own beside a dispatcher that never compiles again.
  await stop();
  return outputFiles[0]?.text ?? "";
}
