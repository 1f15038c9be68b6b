import { randomUUID } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { identifySelf, isAlive, processIdentity } from "#lib/environment/process-identity.ts";

/** Notes that this process uses the server; the answer takes the note away again. */
export function joinUsers(folder: string): () => void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const note = join(folder, `${process.pid}-${randomUUID()}.json`);
  writeFileSync(note, JSON.stringify(identifySelf()), { mode: 0o600 });
  return () => rmSync(note, { force: true });
}

/** How many live uses there are. Notes of the dead are swept: a killed process cannot take its own away. */
export function countUsers(folder: string): number {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return readdirSync(folder).filter((name) => {
    const alive = isNoteOfLiving(join(folder, name));
    if (!alive) rmSync(join(folder, name), { force: true });
    return alive;
  }).length;
}

function isNoteOfLiving(note: string): boolean {
  try {
    return isAlive(processIdentity.parse(JSON.parse(readFileSync(note, "utf8"))));
  } catch {
    return false;
  }
}
