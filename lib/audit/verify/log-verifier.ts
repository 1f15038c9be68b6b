import type { Checkpoint } from "../checkpoint/checkpoint.ts";
import type { KnownCheckpoint } from "../checkpoint/known-checkpoint.ts";
import type { NoteVerifier } from "../checkpoint/signed-note.ts";
import { areAllLanes, LANES, type LaneHead, sizeOf } from "../lane-head.ts";
import type { Broken } from "./broken.ts";
import type { LogRecord } from "./log-record.ts";
import { UnreadableLine } from "./read-export.ts";
import { sayStray } from "./read-strays.ts";
import { CheckpointWalker } from "./walk-checkpoints.ts";
import { LaneWalker } from "./walk-lane.ts";

export interface Verification {
  readonly proved: boolean;
  readonly entries: number;
  readonly checkpoints: number;
  /** The newest checkpoint that holds. */
  readonly newest?: { readonly number: number; readonly at: string; readonly entries: number };
  /** Entries after it: linked, but not signed yet. */
  readonly unsigned: number;
  /** The first break of each lane and of the checkpoints, in the order they were met. */
  readonly broken: readonly Broken[];
}

/** Walks the whole log once and remembers one head a lane. Without a key the chain alone is walked, which misses a cut or rewritten end. */
export class LogVerifier {
  private readonly lanes = Array.from({ length: LANES }, (_, lane) => new LaneWalker(lane));
  private readonly broken: Broken[] = [];
  private readonly row: CheckpointWalker;
  private entries = 0;
  private ended = false;

  /** `known` are checkpoints that the row must have, by what is known from elsewhere. */
  constructor(key: NoteVerifier | undefined, known: readonly KnownCheckpoint[] = []) {
    this.row = new CheckpointWalker(key, known, (broken) => this.broken.push(broken));
  }

  take(record: LogRecord): void {
    if (record.type === "entry") this.takeEntry(record);
    else if (record.type === "checkpoint") this.row.take(record.note, (checkpoint) => this.compareAll(checkpoint));
    else if (record.type === "stray") this.takeStray(record);
    else if (record.type === "heads") this.takeHeads(record.heads);
    else this.giveUp({ kind: "table", table: record.table, fault: record.fault, sentence: record.sentence });
  }

  /** What follows cannot be read, or would prove nothing. */
  giveUp(broken: Broken): void {
    this.ended = true;
    this.row.stop();
    this.broken.push(broken);
  }

  finish(): Verification {
    if (!this.ended) {
      const sentence = "The log breaks off: its last record, the heads of the lanes, is missing.";
      this.row.break("cut_off", this.row.count + 1, sentence);
    }
    this.row.end();
    const { last, count } = this.row;
    const signed = last ? sizeOf(last.checkpoint.heads) : 0;
    return {
      proved: this.broken.length === 0,
      entries: this.entries,
      checkpoints: count,
      ...(last ? { newest: { number: last.checkpoint.number, at: last.checkpoint.at, entries: signed } } : {}),
      unsigned: Math.max(0, this.entries - signed),
      broken: this.broken,
    };
  }

  private takeEntry({ entry }: LogRecord & { type: "entry" }): void {
    this.entries += 1;
    const walker = this.lanes[entry.lane];
    if (walker) this.watching(walker, () => walker.take(entry));
    else this.takeStray({ lane: entry.lane, seq: String(entry.seq) });
  }

  private takeStray({ lane, seq }: { lane: number | null; seq: string | null }): void {
    const sentence = sayStray(lane, seq);
    this.broken.push({ kind: "stray", lane, seq, fault: "outside_chain", sentence });
  }

  private takeHeads(heads: readonly LaneHead[]): void {
    this.ended = true;
    for (const walker of this.lanes) {
      this.watching(walker, () => walker.end(heads.find(({ lane }) => lane === walker.lane)));
    }
    if (!areAllLanes(heads)) {
      const sentence = "audit.lanes does not hold the heads of sixteen lanes, each once.";
      this.broken.push({ kind: "table", table: "audit.lanes", fault: "not_sixteen", sentence });
    }
  }

  private compareAll(checkpoint: Checkpoint): void {
    for (const head of checkpoint.heads) this.compare(head, checkpoint.number);
  }

  private compare({ lane, seq, hash }: LaneHead, checkpoint: number): void {
    const walker = this.lanes[lane];
    if (!walker) return;
    const before = this.row.last?.checkpoint.heads[lane]?.seq ?? 0;
    if (seq < before) {
      this.row.break(
        "moved_back",
        checkpoint,
        `Checkpoint ${checkpoint} moves lane ${lane} back from ${before} to ${seq}.`,
      );
      return;
    }
    this.watching(walker, () => {
      if (walker.seq < seq) {
        const next = walker.seq + 1;
        const what = `entry ${next} is missing; checkpoint ${checkpoint} names ${seq}`;
        // The log may have gone on after it was cut: then what stands before the gap is not what was signed either.
        walker.break("missing", next, what, Math.min(before + 1, next), checkpoint);
      } else if (walker.seq > seq) {
        walker.break(
          "out_of_order",
          seq,
          `entry ${seq + 1} stands before checkpoint ${checkpoint}, which ends at ${seq}`,
          seq,
          checkpoint,
        );
      } else if (walker.hash !== hash) {
        const from = Math.min(before + 1, seq);
        const which = from === seq ? `entry ${seq} is` : `entries ${from} to ${seq} are`;
        walker.break(
          "differs_from_checkpoint",
          seq,
          `${which} not what checkpoint ${checkpoint} has signed`,
          from,
          checkpoint,
        );
      }
    });
  }

  /** Puts a lane's break on the list when it happens, so that the list is in the order of the walk. */
  private watching(walker: LaneWalker, step: () => void): void {
    const whole = walker.broken === undefined;
    step();
    if (whole && walker.broken) this.broken.push(walker.broken);
  }
}

/** One pass over a log, from wherever it comes. */
export async function verifyLog(
  records: AsyncIterable<LogRecord> | Iterable<LogRecord>,
  key: NoteVerifier | undefined,
  known: readonly KnownCheckpoint[] = [],
): Promise<Verification> {
  const verifier = new LogVerifier(key, known);
  try {
    for await (const record of records) verifier.take(record);
  } catch (error) {
    if (!(error instanceof UnreadableLine)) throw error;
    verifier.giveUp({ kind: "line", number: error.number, fault: "unreadable", sentence: error.message });
  }
  return verifier.finish();
}
