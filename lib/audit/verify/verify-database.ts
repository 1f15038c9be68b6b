import type postgres from "postgres";
import type { CheckpointFolder } from "../checkpoint/checkpoint-folder.ts";
import { ForgedLatest, type KnownCheckpoint, readKnownCheckpoint } from "../checkpoint/known-checkpoint.ts";
import type { NoteVerifier } from "../checkpoint/signed-note.ts";
import { type Verification, verifyLog } from "./log-verifier.ts";
import { inSnapshot, readDatabase } from "./read-database.ts";

/** The log of a database against a folder of checkpoints; without a key the chain alone. */
export async function verifyDatabase(
  sql: postgres.Sql,
  folder: CheckpointFolder,
  key: NoteVerifier | undefined,
  known: readonly KnownCheckpoint[],
): Promise<Verification> {
  if (!key) return await inSnapshot(sql, (snapshot) => verifyLog(readDatabase(snapshot, []), undefined));
  // In this order: the checkpointer adds to the row before it writes latest.json, and a checkpoint that is signed after the snapshot was
  // taken may speak of entries that the snapshot lacks.
  const latest = readLatestOf(folder, key);
  const upTo = folder.newest().count;
  const all = typeof latest === "object" ? [...known, latest] : known;
  const verification = await inSnapshot(sql, (snapshot) =>
    verifyLog(readDatabase(snapshot, folder.read({ upTo })), key, all),
  );
  if (typeof latest !== "string") return verification;
  const { checkpoints, broken } = verification;
  const forged = { kind: "checkpoint", number: checkpoints + 1, fault: "unreadable", sentence: latest } as const;
  return { ...verification, proved: false, broken: [...broken, forged] };
}

/** The checkpoint that latest.json names, if there is one, or a sentence on why it says nothing. */
function readLatestOf(folder: CheckpointFolder, key: NoteVerifier): KnownCheckpoint | string | undefined {
  try {
    return readKnownCheckpoint(folder.path, key);
  } catch (error) {
    if (!(error instanceof ForgedLatest)) throw error;
    return error.message;
  }
}
