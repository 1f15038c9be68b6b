import type postgres from "postgres";
import { type Checkpoint, hashNote, openCheckpoint } from "../checkpoint/checkpoint.ts";
import { type Latest, readLatest } from "../checkpoint/latest.ts";
import { openLife } from "../checkpoint/sign-of-life.ts";
import { type NoteVerifier, parseVerifier } from "../checkpoint/signed-note.ts";
import { type LaneHead, sizeOf } from "../lane-head.ts";
import type { Proof } from "../proof.ts";

/** The newest checkpoint held against the log as it is now. The walk along every link is the verifier's; this one is quick enough for a page. */
export async function readProof(sql: postgres.Sql, path: string | undefined): Promise<Proof> {
  if (!path) return { state: "unknown" };
  const latest = readLatest(path);
  if (!latest) return { state: "none" };
  const key = parseVerifier(latest.key);
  if (!key) return { state: "unsound", sentence: "The public key beside the checkpoints cannot be read." };
  const checkpoint = openCheckpoint(latest.note, key);
  if (!checkpoint) return { state: "unsound", sentence: "The newest checkpoint is not one that its key has signed." };
  const [differs, size] = await Promise.all([findDifference(sql, checkpoint.heads), readSize(sql)]);
  const entries = sizeOf(checkpoint.heads);
  return {
    state: "signed",
    number: checkpoint.number,
    at: lastSeen(latest, checkpoint, key),
    entries,
    unsigned: Math.max(0, size - entries),
    differs: differs ?? null,
  };
}

function lastSeen({ note, life }: Latest, checkpoint: Checkpoint, key: NoteVerifier): string {
  const seen = openLife(life, key);
  return seen && seen.hash === hashNote(note) && seen.at > checkpoint.at ? seen.at : checkpoint.at;
}

async function findDifference(
  sql: postgres.Sql,
  heads: readonly LaneHead[],
): Promise<{ lane: number; seq: number } | undefined> {
  const [row] = await sql<{ lane: number; seq: number }[]>`
    select h.lane, h.seq::float8 as seq
    from json_to_recordset(${JSON.stringify(heads)}::text::json) as h(lane int, seq bigint, hash text)
    where h.seq > 0 and not exists (
      select from audit.events e where e.lane = h.lane and e.seq = h.seq and e.hash = decode(h.hash, 'hex'))
    order by h.lane limit 1`;
  return row && { lane: row.lane, seq: row.seq };
}

async function readSize(sql: postgres.Sql): Promise<number> {
  const [row] = await sql<{ size: number }[]>`select sum(seq)::float8 as size from audit.lanes`;
  return row?.size ?? 0;
}
