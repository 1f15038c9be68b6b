import { createHash } from "node:crypto";
import { lchownSync, lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";

/**
 * Which host user a tool is when we are root. One for each workspace, for as long as it exists: what one call writes the
 * next can read and change, and no two agents are the same user to the kernel. The directory's own owner is the record,
 * so there is no table that could disagree with the files. The operator, being root, reads everything.
 *
 * The range lies where neither distributions nor container tools hand out users.
 */
const FIRST_WORKSPACE_USER = 0x70000000;
const WORKSPACE_USERS = 0x04000000;
const FIRST_PASSING_USER = FIRST_WORKSPACE_USER + WORKSPACE_USERS;
const PASSING_USERS = 0x01000000;

let passing = process.pid * 4096;

/** A user for one call that has no workspace. */
export function passingUser(): number {
  passing = (passing + 1) % PASSING_USERS;
  return FIRST_PASSING_USER + passing;
}

export function derivedUser(workspace: string): number {
  return FIRST_WORKSPACE_USER + (createHash("sha256").update(workspace).digest().readUInt32BE(0) % WORKSPACE_USERS);
}

/** The user of this workspace; on first use the directory and what an operator put there are given to it. */
export function workspaceUser(workspace: string): number {
  const owner = ownerOf(workspace);
  if (owner !== null && owner >= FIRST_WORKSPACE_USER && owner < FIRST_PASSING_USER) return owner;
  const user = derivedUser(workspace);
  if (owner !== null) give(workspace, user);
  return user;
}

function ownerOf(path: string): number | null {
  try {
    return lstatSync(path).uid;
  } catch {
    return null;
  }
}

function give(path: string, user: number): void {
  const stats = lstatSync(path);
  // A second name of a file may stand anywhere on this disk; what is shared stays its owner's.
  if (!stats.isDirectory() && stats.nlink > 1) return;
  if (stats.isDirectory()) for (const name of readdirSync(path)) give(join(path, name), user);
  lchownSync(path, user, user);
}
