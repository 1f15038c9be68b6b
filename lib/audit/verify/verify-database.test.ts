import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "#db/testing/test-database.ts";
import { CheckpointFolder } from "../checkpoint/checkpoint-folder.ts";
import { CheckpointRow } from "../checkpoint/checkpoint-row.ts";
import { latestFile } from "../checkpoint/latest.ts";
import { makeSigner } from "../checkpoint/signing-key.ts";
import { readLaneHeads } from "./read-database.ts";
import { verifyDatabase } from "./verify-database.ts";

const root = mkdtempSync(join(tmpdir(), "airlock-verify-"));
const whole = join(root, "whole");
const path = join(root, "checkpoints");
const file = join(path, "checkpoints-000000001.jsonl");
const signer = makeSigner();
let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  const { admin } = database;
  const row = new CheckpointRow(new CheckpointFolder(whole), undefined, signer);
  for (let n = 0; n < 2; n++) {
    await admin`select audit.append('system', 'test.done', 'test:1', '{}') from generate_series(1, 5)`;
    row.sign(await readLaneHeads(admin), new Date());
  }
  row.signLife(new Date());
});
beforeEach(() => {
  rmSync(path, { recursive: true, force: true });
  cpSync(whole, path, { recursive: true });
});
afterAll(async () => {
  await database.drop();
  rmSync(root, { recursive: true });
});

const verify = (atLeast?: number) =>
  verifyDatabase(
    database.as("auditor"),
    new CheckpointFolder(path),
    signer,
    atLeast === undefined ? [] : [{ number: atLeast, source: "--at-least" }],
  );

test("a whole folder is proved, and one without a sign of life as well", async () => {
  expect(await verify(2)).toMatchObject({ proved: true, checkpoints: 2 });
  rmSync(latestFile(path));
  expect(await verify()).toMatchObject({ proved: true, checkpoints: 2 });
});

const missing = { kind: "checkpoint", number: 2, fault: "missing" };

test.each([
  ["the newest checkpoint", (text: string) => `${text.split("\n")[0]}\n`],
  ["its last newline", (text: string) => text.trimEnd()],
])(
  "%s cut from the folder is missed, for the sign of life names it; the checkpointer does not sign over it",
  async (_, cut) => {
    writeFileSync(file, cut(readFileSync(file, "utf8")));
    expect(await verify()).toMatchObject({ proved: false, checkpoints: 1, broken: [missing] });
    expect(() => new CheckpointRow(new CheckpointFolder(path), undefined, signer)).toThrow("latest.json names 2");
    // The control: with the sign of life gone as well only somebody who knows of it can miss it.
    rmSync(latestFile(path));
    expect(await verify()).toMatchObject({ proved: true, checkpoints: 1 });
    expect(await verify(2)).toMatchObject({ proved: false, broken: [missing] });
  },
);

test("all checkpoints gone, but for the sign of life, is named as that", async () => {
  rmSync(file);
  expect(await verify()).toMatchObject({ broken: [{ number: 1, fault: "missing" }] });
});

test("a sign of life that the key has not signed, or that speaks of another row, is a break", async () => {
  const text = readFileSync(latestFile(path), "utf8");
  writeFileSync(latestFile(path), "{}");
  expect(await verify()).toMatchObject({ proved: false, broken: [{ kind: "checkpoint", fault: "unreadable" }] });
  writeFileSync(latestFile(path), text.replace("checkpoint 2", "checkpoint 1"));
  expect(await verify()).toMatchObject({ proved: false, broken: [{ kind: "checkpoint", fault: "unreadable" }] });

  const other = new CheckpointRow(new CheckpointFolder(join(root, "other")), undefined, signer);
  other.sign(await readLaneHeads(database.admin), new Date(0));
  other.signLife(new Date(0));
  cpSync(latestFile(join(root, "other")), latestFile(path));
  expect(await verify()).toMatchObject({ proved: false, broken: [{ number: 1, fault: "not_the_known" }] });
});

test("a line without an end among the checkpoints is one that nobody signed", async () => {
  writeFileSync(file, `${readFileSync(file, "utf8")}${" ".repeat(2_000_000)}\n`);
  expect(await verify()).toMatchObject({ broken: [{ kind: "checkpoint", number: 3, fault: "unreadable" }] });
});
