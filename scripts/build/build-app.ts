import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { withFileLock } from "#db/embedded/file-lock.ts";
import { PROJECT_ROOT } from "#lib/environment/home.ts";
import { passEnvironment } from "../processes/pass-environment.ts";
import { runCaptured } from "../processes/run-captured.ts";
import { toolPath } from "../processes/tool-path.ts";
import { hashSources } from "./source-hash.ts";

export interface BuiltApp {
  /** Holds server.js and all it needs. */
  readonly folder: string;
  readonly built: "now" | "earlier";
}

const NEXT_FOLDER = join(PROJECT_ROOT, ".next");
const STAMP = join(NEXT_FOLDER, "airlock-sources");
/** Not in the folder that it guards: a build of Next's begins by emptying that. */
const LOCK = join(PROJECT_ROOT, "node_modules", ".airlock-build.lock");
/** What development servers write here. */
const NOT_OF_THE_BUILD = /^(dashboard$|gateway$|dev$|tsconfig\.)/;
const LOCK_TIMEOUT_MS = 10 * 60_000;

/**
 * Builds the web app unless the tree has not changed, and puts a copy that nothing else writes to into the home. A server runs
 * from such a copy, so that a build for somebody else (tests beside a running 'up') never pulls files from under it.
 */
export async function buildApp(home: string, signal?: AbortSignal): Promise<BuiltApp> {
  const hash = hashSources(PROJECT_ROOT);
  const copies = join(home, "app");
  const folder = join(copies, hash);
  if (existsSync(folder)) return { folder, built: "earlier" };
  mkdirSync(NEXT_FOLDER, { recursive: true });
  return await withFileLock(LOCK, LOCK_TIMEOUT_MS, async () => {
    const isCurrent = readStamp() === hash;
    if (!isCurrent) await runBuild(hash, signal);
    rmSync(copies, { recursive: true, force: true });
    assemble(`${folder}.unfinished`);
    renameSync(`${folder}.unfinished`, folder);
    return { folder, built: isCurrent ? "earlier" : "now" };
  });
}

async function runBuild(hash: string, signal?: AbortSignal): Promise<void> {
  // A build that failed can stay in Next's cache and fail again: what is left of earlier ones goes first.
  for (const name of readdirSync(NEXT_FOLDER)) {
    if (!NOT_OF_THE_BUILD.test(name)) rmSync(join(NEXT_FOLDER, name), { recursive: true });
  }
  const env = passEnvironment({ NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" });
  const { code, output } = await runCaptured(toolPath("next"), ["build"], { env, signal });
  if (code !== 0) throw new Error(`The app could not be built:\n${output.trim().split("\n").slice(-40).join("\n")}`);
  writeFileSync(STAMP, hash);
}

function readStamp(): string | undefined {
  try {
    return readFileSync(STAMP, "utf8");
  } catch {
    return undefined;
  }
}

/** Next leaves static files and public/ out of its standalone server, and copies .env into it, where no secret of the clone belongs. */
function assemble(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  const standalone = join(NEXT_FOLDER, "standalone");
  cpSync(standalone, folder, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => !/\/\.env(\.[^/]*)?$/.test(path),
  });
  cpSync(join(NEXT_FOLDER, "static"), join(folder, ".next", "static"), { recursive: true });
  cpSync(join(PROJECT_ROOT, "public"), join(folder, "public"), { recursive: true });
}
