import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
  closeSync,
  constants,
  existsSync,
  fchmodSync,
  fchownSync,
  fstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { type Account, canReach } from "#lib/environment/reachable.ts";
import type { Binaries } from "./binaries.ts";
import { type Layout, SUPERUSER } from "./layout.ts";
import { Unstartable } from "./unstartable.ts";

const run = promisify(execFile);

/** What a child of ours gets from the environment here: nothing that could redirect it, and messages we can read. */
export const SERVER_ENVIRONMENT: NodeJS.ProcessEnv = {
  NODE_ENV: "production",
  PATH: "/usr/bin:/bin",
  LC_ALL: "C",
  TZ: "UTC",
};

interface InitialiseOptions {
  readonly layout: Layout;
  readonly binaries: Binaries;
  readonly account: Account | undefined;
  readonly throwaway: boolean;
}

/** Folders with the right owners, and a new cluster when there is none. */
export async function initialise(options: InitialiseOptions): Promise<void> {
  const { layout, account } = options;
  prepareFolders(layout, account);
  if (existsSync(join(layout.data, "PG_VERSION"))) return refuseUnusable(layout);
  await makeCluster(options);
}

function prepareFolders(layout: Layout, account: Account | undefined): void {
  if (account && !canReach(layout.folder, account)) {
    throw new Unstartable(
      "bad_configuration",
      `AIRLOCK_HOME (${layout.home}) lies below a folder that the database's account cannot enter. ` +
        "Name another folder, let others pass (chmod o+x) through the folders above it, or leave AIRLOCK_HOME unset.",
    );
  }
  own(layout.folder, account);
  own(layout.socketDirectory, account);
}

/**
 * Makes a folder that only the server's account may enter, and refuses one that somebody else has put there. What was looked at is
 * what is given away, by its descriptor: the account could put a link in its place in between, and root would give it what that leads to.
 */
function own(folder: string, account: Account | undefined): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const descriptor = openFolder(folder);
  try {
    const ours = descriptor !== undefined && [process.getuid?.(), account?.uid].includes(fstatSync(descriptor).uid);
    if (!ours) {
      throw new Unstartable(
        "bad_configuration",
        `${folder} belongs to somebody else. Remove it, or set AIRLOCK_HOME to another folder.`,
      );
    }
    fchmodSync(descriptor, 0o700);
    if (account) fchownSync(descriptor, account.uid, account.gid);
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

/** Nothing where a link or a file has its name. */
function openFolder(folder: string): number | undefined {
  try {
    return openSync(folder, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW);
  } catch (error) {
    if (!["ELOOP", "ENOTDIR", "EACCES"].includes((error as NodeJS.ErrnoException).code ?? "")) throw error;
    return undefined;
  }
}

function refuseUnusable(layout: Layout): void {
  const version = readFileSync(join(layout.data, "PG_VERSION"), "utf8").trim();
  if (version !== "18") {
    throw new Unstartable(
      "bad_configuration",
      `${layout.data} was made by PostgreSQL ${version}, and this is 18. Start it with the Airlock that made it, or move it away.`,
    );
  }
  if (!existsSync(layout.passwordFile)) {
    throw new Unstartable(
      "bad_configuration",
      `${layout.passwordFile} is missing, so nobody can sign in to the database beside it. Put it back from a copy, or move ${layout.folder} away.`,
    );
  }
}

/** A new file and never one that a link of that name leads to: the folder is the account's, and root would write and give away anything. */
function writeFor(account: Account | undefined, file: string, text: string): void {
  rmSync(file, { force: true });
  const descriptor = openSync(file, "wx", 0o600);
  try {
    writeFileSync(descriptor, text);
    if (account) fchownSync(descriptor, account.uid, account.gid);
  } finally {
    closeSync(descriptor);
  }
}

/** Made beside its place and renamed, so that a cluster of which half was written when we were killed is never opened. */
async function makeCluster({ layout, binaries, account, throwaway }: InitialiseOptions): Promise<void> {
  const unfinished = `${layout.data}.unfinished`;
  const passwordForServer = join(layout.folder, "initial-password");
  const password = randomBytes(24).toString("base64url");
  rmSync(unfinished, { recursive: true, force: true });
  rmSync(layout.data, { recursive: true, force: true });
  writeFileSync(layout.passwordFile, password, { mode: 0o600 });
  writeFor(account, passwordForServer, password);
  const args = [
    ...["-D", unfinished, "-U", SUPERUSER, "--pwfile", passwordForServer, "--auth=scram-sha-256", "--data-checksums"],
    // The same order of text on every machine, whatever locales it has.
    ...["--encoding=UTF8", "--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C"],
    ...(throwaway ? ["--no-sync"] : []),
  ];
  try {
    await run(binaries.initdb, args, { ...account, cwd: "/", env: SERVER_ENVIRONMENT });
  } catch (error) {
    const { stderr, message } = error as { stderr?: string; message: string };
    throw new Unstartable("database_unavailable", `The database could not be made: ${(stderr || message).trim()}`);
  } finally {
    rmSync(passwordForServer, { force: true });
  }
  renameSync(unfinished, layout.data);
}
