import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Sql } from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "#db/testing/test-database.ts";
import { hashNote } from "../checkpoint/checkpoint.ts";
import { CheckpointFolder } from "../checkpoint/checkpoint-folder.ts";
import { CheckpointRow } from "../checkpoint/checkpoint-row.ts";
import { signLife } from "../checkpoint/sign-of-life.ts";
import { renderVerifier } from "../checkpoint/signed-note.ts";
import { makeSigner } from "../checkpoint/signing-key.ts";
import { judgeProof } from "../proof.ts";
import { readLaneHeads } from "../verify/read-database.ts";
import { asOwner, readLane, writeLane } from "../verify/tamper.fixture.ts";
import { readProof } from "./read-proof.ts";

const root = mkdtempSync(join(tmpdir(), "airlock-proof-"));
const path = join(root, "checkpoints");
let database: TestDatabase;
let web: Sql;
beforeAll(async () => {
  database = await createTestDatabase();
  web = database.as("web");
});
afterAll(async () => {
  await database.drop();
  rmSync(root, { recursive: true });
});

async function append(times: number): Promise<void> {
  await database.admin`select audit.append('system', 'test', 'test:1', '{}') from generate_series(1, ${times}::int)`;
}

test("a dashboard that is told of no directory, or of an empty one, says so and claims nothing", async () => {
  expect(await readProof(web, undefined)).toEqual({ state: "unknown" });
  expect(await readProof(web, path)).toEqual({ state: "none" });
});

test("with the dashboard's rights alone: how far the log is signed, since when, and whether the log still has what was signed", async () => {
  const row = new CheckpointRow(new CheckpointFolder(path), undefined, makeSigner());
  await append(5);
  const signedAt = new Date("2026-11-16T05:00:00.000Z");
  row.sign(await readLaneHeads(database.admin), signedAt);
  row.signLife(signedAt);
  await append(2);
  const signed = {
    state: "signed",
    number: 1,
    at: signedAt.toISOString(),
    entries: 5,
    unsigned: 2,
    differs: null,
  } as const;
  expect(await readProof(web, path)).toEqual(signed);
  expect(judgeProof(signed, signedAt.getTime() + 60_000)).toBe("proved");
  expect(judgeProof(signed, signedAt.getTime() + 60_001)).toBe("stale");

  // Nothing new to sign, but somebody who looks: the age is that of the sign of life.
  row.signLife(new Date("2026-11-16T05:01:00.000Z"));
  expect(await readProof(web, path)).toEqual({ ...signed, at: "2026-11-16T05:01:00.000Z" });

  const lane = await readLane(database.admin, 13);
  const cut = { entries: lane.entries.slice(0, 3), head: { lane: 13, seq: 3, hash: lane.entries[2]?.hash ?? "" } };
  await asOwner(database.admin, (sql) => writeLane(sql, cut));
  const differing = await readProof(web, path);
  expect(differing).toMatchObject({ differs: { lane: 13, seq: 5 } });
  expect(judgeProof(differing, signedAt.getTime())).toBe("differs");
});

test("a checkpoint that its key has not signed is no proof", async () => {
  const forged = join(root, "forged");
  const folder = new CheckpointFolder(forged);
  folder.prepare();
  const signer = makeSigner();
  const life = signLife({ at: new Date().toISOString(), number: 1, hash: hashNote("checkpoint 1") }, signer);
  folder.writeLatest({ key: renderVerifier(signer), note: "checkpoint 1", life });
  const proof = await readProof(web, forged);
  expect(proof).toMatchObject({ state: "unsound" });
  expect(judgeProof(proof, Date.now())).toBe("unsound");
});
