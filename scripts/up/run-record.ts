import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { identifySelf, isAlive, processIdentity } from "#lib/environment/process-identity.ts";
import { endProcessGroup } from "../processes/end-process.ts";

/** Who runs in this home, and where they listen. Written at every change, so that a killed `up` leaves a true account. */
const runRecord = z.object({
  supervisor: processIdentity,
  /** Not known before the ports are chosen. */
  addresses: z.object({ dashboard: z.string(), gateway: z.string() }).optional(),
  children: z.record(z.string(), processIdentity),
});
type RunRecord = z.infer<typeof runRecord>;

function fileIn(home: string): string {
  return join(home, "run", "up.json");
}

function readRunRecord(home: string): RunRecord | undefined {
  try {
    return runRecord.parse(JSON.parse(readFileSync(fileIn(home), "utf8")));
  } catch {
    return undefined;
  }
}

export function writeRunRecord(home: string, record: Omit<RunRecord, "supervisor">): void {
  const draft = `${fileIn(home)}.${process.pid}`;
  writeFileSync(draft, JSON.stringify({ supervisor: identifySelf(), ...record }, null, 2), { mode: 0o600 });
  renameSync(draft, fileIn(home));
}

export function removeRunRecord(home: string): void {
  rmSync(fileIn(home), { force: true });
}

/** The `up` that runs in this home at this moment, if one does. */
export function findRunning(home: string): RunRecord | undefined {
  const record = readRunRecord(home);
  return record && record.supervisor.pid !== process.pid && isAlive(record.supervisor) ? record : undefined;
}

/** Ends what a killed `up` left running, and says what that was. */
export async function endLeftovers(home: string): Promise<string[]> {
  const leftovers = Object.entries(readRunRecord(home)?.children ?? {}).filter(([, identity]) => isAlive(identity));
  await Promise.all(leftovers.map(([, identity]) => endProcessGroup(identity)));
  return leftovers.map(([name]) => name);
}
