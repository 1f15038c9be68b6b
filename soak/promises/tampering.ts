/**
 * Against: whoever owns the tables and changes the log with every guard switched off, well enough that the chain holds again. Each
 * round writes a random log, signs it as it grows, checks that it is proved, changes it in one of the ways an owner has, lets the
 * system go on in half of the rounds, and asks the verifier.
 */
import type { Sql } from "postgres";
import { type Random, randomOf } from "#db/testing/random.ts";
import type { TestDatabase } from "#db/testing/test-database.ts";
import { hashNote, NO_PREVIOUS, readUnsignedCheckpoint, signCheckpoint } from "#lib/audit/checkpoint/checkpoint.ts";
import { judgeHeads } from "#lib/audit/checkpoint/judge-heads.ts";
import type { NoteSigner } from "#lib/audit/checkpoint/signed-note.ts";
import { makeSigner } from "#lib/audit/checkpoint/signing-key.ts";
import { type Verification, verifyLog } from "#lib/audit/verify/log-verifier.ts";
import { inSnapshot, readDatabase, readLaneHeads } from "#lib/audit/verify/read-database.ts";
import {
  asOwner,
  clearLog,
  readLane,
  TAMPERINGS,
  type Tampering,
  writeLane,
} from "#lib/audit/verify/tamper.fixture.ts";
import { onOwnDatabase } from "../own-database.ts";
import type { SoakPromise, Trial, TrialResult } from "../promise.ts";

export const tampering: SoakPromise = {
  name: "tampering",
  says: "Whatever an owner of the tables changes in what was signed, the verifier says so and names where it begins.",
  rounds: { full: 500, short: 33 },
  run: (trial) => onOwnDatabase((database) => tamperWithLogs(database, trial)),
};

/** The control leaves the checkpoints out of the verification. */
export async function tamperWithLogs(
  database: TestDatabase,
  { rounds, seed, say, signal }: Trial,
  useCheckpoints = true,
): Promise<TrialResult> {
  const { admin } = database;
  const auditor = database.as("auditor", 1);
  const signer = makeSigner();
  const key = useCheckpoints ? signer : undefined;
  const violations: string[] = [];
  const figures = { proved: 0, detected: 0, namedExactly: 0, wentOn: 0, chainAloneMissed: 0, refusedToSign: 0 };

  for (let round = 0; round < rounds; round += 1) {
    signal.throwIfAborted();
    const random = randomOf(seed, round);
    const way = TAMPERINGS[round % TAMPERINGS.length];
    if (!way) throw new Error("There is no way to tamper.");
    const fault = (sentence: string) => violations.push(`round ${round}, ${way.name}: ${sentence}`);
    let notes = await writeSignedLog(admin, random, signer);
    if ((await verify(auditor, notes, key)).proved) figures.proved += 1;
    else fault("an honest log is not proved");

    const { lane, first } = await tamper(admin, random, notes, way);
    if (!(await verify(auditor, [], undefined)).proved) {
      if (!way.chainShows) fault("the chain alone shows it, which was not expected");
    } else if (way.chainShows) fault("the chain alone misses it");
    else figures.chainAloneMissed += 1;

    const goesOn = !way.chainShows && random.chance(0.5);
    if (goesOn) {
      const { signed, refused } = await goOn(admin, random, notes, signer);
      notes = signed;
      figures.wentOn += 1;
      figures.refusedToSign += refused ? 1 : 0;
    }
    const { proved, broken } = await verify(auditor, notes, key);
    const [named] = broken;
    if (proved || named?.kind !== "entry") fault("it is not detected");
    else if (named.lane !== lane || first < named.from || first > named.seq) {
      fault(`it begins at lane ${lane}, entry ${first}; named is: ${named.sentence}`);
    } else {
      figures.detected += 1;
      if (named.seq === first) figures.namedExactly += 1;
      else if (way.isExact && !goesOn) fault(`not named exactly: ${named.sentence}`);
    }
    if ((round + 1) % 100 === 0) say(`${round + 1} of ${rounds} rounds`);
  }
  return { rounds, violations, figures };
}

/** A fresh log of calls and people's doings, with a checkpoint now and then, and some entries that nobody has signed yet. */
async function writeSignedLog(admin: Sql, random: Random, signer: NoteSigner): Promise<string[]> {
  await clearLog(admin);
  let notes: string[] = [];
  for (let part = random.integer(1, 4); part > 0; part--) {
    await append(admin, random, random.integer(6, 20));
    notes = await sign(admin, notes, signer);
  }
  if (random.chance(0.5)) await append(admin, random, random.integer(1, 5));
  return notes;
}

const SUBJECTS = ["invocation:1", "invocation:2", "invocation:3", "person:1", "agent:1"] as const;
const TEXTS = ["plain", 'quoted "text"', "é 😀 \u2028", "line\nbreak"] as const;

async function append(admin: Sql, random: Random, times: number): Promise<void> {
  const entries = Array.from({ length: times }, (_, n) => ({
    actor: `person:${random.integer(1, 3)}`,
    subject: random.pick(SUBJECTS),
    body: { n, text: random.pick(TEXTS) },
  }));
  await admin`
    select audit.append(e.actor, 'test.done', e.subject, e.body)
    from json_to_recordset(${JSON.stringify(entries)}::text::json) as e(actor text, subject text, body jsonb)`;
}

async function sign(admin: Sql, notes: readonly string[], signer: NoteSigner): Promise<string[]> {
  const last = notes.at(-1);
  const previous = last === undefined ? NO_PREVIOUS : hashNote(last);
  const content = {
    number: notes.length + 1,
    at: "2026-11-16T05:00:00.000Z",
    previous,
    heads: await readLaneHeads(admin),
  };
  return [...notes, signCheckpoint(content, signer)];
}

/** Changes a random lane from a random entry on that a checkpoint covers. */
async function tamper(
  admin: Sql,
  random: Random,
  notes: readonly string[],
  way: Tampering,
): Promise<{ lane: number; first: number }> {
  const signed = readUnsignedCheckpoint(notes.at(-1) ?? "")?.heads ?? [];
  const candidates = signed.filter(({ seq }) => seq >= 2);
  const { lane, seq } = random.pick(candidates);
  const first = random.integer(1, way.needsNext ? seq - 1 : seq);
  const before = await readLane(admin, lane);
  await asOwner(admin, (sql) => writeLane(sql, way.touch(before, first)));
  return { lane, first };
}

/** The system does not know: calls go on, and the checkpointer signs unless it notices. */
async function goOn(
  admin: Sql,
  random: Random,
  notes: readonly string[],
  signer: NoteSigner,
): Promise<{ signed: string[]; refused: boolean }> {
  await append(admin, random, random.integer(5, 30));
  const last = readUnsignedCheckpoint(notes.at(-1) ?? "");
  const refused = judgeHeads(last?.heads, await readLaneHeads(admin)).kind === "tampered";
  return { signed: refused ? [...notes] : await sign(admin, notes, signer), refused };
}

async function verify(auditor: Sql, notes: readonly string[], key: NoteSigner | undefined): Promise<Verification> {
  return await inSnapshot(auditor, (snapshot) => verifyLog(readDatabase(snapshot, key ? notes : []), key));
}
