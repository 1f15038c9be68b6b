import { expect, test } from "vitest";
import { hashNote, NO_PREVIOUS, signCheckpoint } from "../checkpoint/checkpoint.ts";
import { makeSigner } from "../checkpoint/signing-key.ts";
import type { AuditEntry } from "../entry.ts";
import { firstLink, hashEntry } from "../hash-entry.ts";
import { LANES, type LaneHead } from "../lane-head.ts";
import type { LogRecord } from "./log-record.ts";
import { LogVerifier, type Verification } from "./log-verifier.ts";

const signer = makeSigner();

/** A log that is written and signed in memory, as the database and the checkpointer do it. */
class MadeLog {
  readonly records: LogRecord[] = [];
  private heads: LaneHead[] = Array.from({ length: LANES }, (_, lane) => ({ lane, seq: 0, hash: firstLink(lane) }));
  private previous = NO_PREVIOUS;
  private signed = 0;

  write(lane: number, times = 1): this {
    for (let n = 0; n < times; n++) {
      const head = this.heads[lane];
      if (!head) throw new Error("no such lane");
      const seq = head.seq + 1;
      const fields = { version: 1 as const, lane, seq, atUs: String(1e15 + seq), actor: "system", action: "test.done" };
      const open = { ...fields, subject: `test:${seq}`, body: `{"n": ${seq}}`, prev: head.hash };
      const entry: AuditEntry = { ...open, hash: hashEntry(open) };
      this.records.push({ type: "entry", entry });
      this.heads[lane] = { lane, seq, hash: entry.hash };
    }
    return this;
  }

  sign(): this {
    this.signed += 1;
    const content = {
      number: this.signed,
      at: "2026-11-16T05:00:00.000Z",
      previous: this.previous,
      heads: [...this.heads],
    };
    const note = signCheckpoint(content, signer);
    this.previous = hashNote(note);
    this.records.push({ type: "checkpoint", note });
    return this;
  }

  end(): LogRecord[] {
    return [...this.records, { type: "heads", heads: [...this.heads] }];
  }
}

function verify(records: readonly LogRecord[]): Verification {
  const verifier = new LogVerifier(signer);
  for (const record of records) verifier.take(record);
  return verifier.finish();
}

const log = new MadeLog().write(3, 4).write(15, 2).sign().write(3, 2).sign().write(3, 1).end();

test("a whole log is proved, with what is signed and what is not yet", () => {
  expect(verify(log)).toEqual({
    proved: true,
    entries: 9,
    checkpoints: 2,
    newest: { number: 2, at: "2026-11-16T05:00:00.000Z", entries: 8 },
    unsigned: 1,
    broken: [],
  });
});

test("an empty log that was signed is proved", () => {
  expect(verify(new MadeLog().sign().end())).toMatchObject({ proved: true, entries: 0, checkpoints: 1 });
});

const isCheckpoint = (number: number) => (record: LogRecord) =>
  record.type === "checkpoint" && record.note.includes(`\ncheckpoint ${number}\n`);

test("a checkpoint taken out of the middle is missed by name", () => {
  expect(verify(log.filter((record) => !isCheckpoint(1)(record))).broken[0]).toMatchObject({
    kind: "checkpoint",
    number: 1,
    fault: "missing",
  });
});

test("a checkpoint that another key has signed, or that was touched, is refused", () => {
  const touched = log.map((record) =>
    record.type === "checkpoint" ? { ...record, note: record.note.replace("05:00", "05:01") } : record,
  );
  expect(verify(touched).broken).toMatchObject([{ kind: "checkpoint", number: 1, fault: "unreadable" }]);
  const verifier = new LogVerifier(makeSigner());
  for (const record of log) verifier.take(record);
  expect(verifier.finish().broken).toMatchObject([{ fault: "unreadable" }]);
});

test("two rows of checkpoints by one key cannot be spliced", () => {
  const other = new MadeLog().write(3, 4).write(15, 2).write(7).sign().end();
  const spliced = [...other.slice(0, -1), ...log.filter(isCheckpoint(2)), ...other.slice(-1)];
  expect(verify(spliced).broken[0]).toMatchObject({ kind: "checkpoint", number: 2, fault: "wrong_link" });
});

test("no checkpoint at all is no proof", () => {
  expect(verify(new MadeLog().write(1).end())).toMatchObject({ proved: false, broken: [{ fault: "none" }] });
});

test("a log that breaks off before its last record is no proof", () => {
  expect(verify(log.slice(0, -1))).toMatchObject({ proved: false, broken: [{ fault: "cut_off" }] });
});

test("an entry of a lane that does not exist is named", () => {
  const entry = { ...(log[0] as LogRecord & { type: "entry" }).entry, lane: 16 };
  expect(verify([{ type: "entry", entry }, ...log]).broken).toMatchObject([
    { kind: "stray", lane: 16, seq: "1", fault: "outside_chain" },
  ]);
});

test("each broken lane is named once, by its first break", () => {
  const edited = log.map((record) =>
    record.type === "entry" && (record.entry.lane === 15 || record.entry.seq >= 3)
      ? { ...record, entry: { ...record.entry, actor: "nobody" } }
      : record,
  );
  expect(verify(edited).broken).toMatchObject([
    { lane: 3, seq: 3, fault: "wrong_hash" },
    { lane: 15, seq: 1, fault: "wrong_hash" },
  ]);
});
