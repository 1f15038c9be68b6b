import { type Checkpoint, hashNote, NO_PREVIOUS, openCheckpoint } from "../checkpoint/checkpoint.ts";
import type { NoteVerifier } from "../checkpoint/signed-note.ts";
import { LANES, type LaneHead, sizeOf } from "../lane-head.ts";
import type { Broken, BrokenCheckpoint } from "./broken.ts";
import type { LogRecord } from "./log-record.ts";
import { UnreadableLine } from "./read-export.ts";
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
  private readonly key: NoteVerifier | undefined;
  private readonly lanes = Array.from({ length: LANES }, (_, lane) => new LaneWalker(lane));
  private readonly broken: Broken[] = [];
  private last: { readonly checkpoint: Checkpoint; readonly hash: string } | undefined;
  private checkpoints = 0;
  private checkpointsHold = true;
  private entries = 0;
  private ended = false;

  constructor(key: NoteVerifier | undefined) {
    this.key = key;
  }

  take(record: LogRecord): void {
    if (record.type === "entry") this.takeEntry(record);
    else if (record.type === "checkpoint") this.takeCheckpoint(record.note);
    else if (record.type === "stray") this.takeStray(record);
    else this.takeHeads(record.heads);
  }

  /** What follows cannot be read. */
  giveUp(broken: Broken): void {
    this.ended = true;
    this.checkpointsHold = false;
    this.broken.push(broken);
  }

  finish(): Verification {
    if (!this.ended) {
      this.noteCheckpoint(
        "cut_off",
        this.checkpoints + 1,
        "The log breaks off: its last record, the heads of the lanes, is missing.",
      );
    }
    if (this.key && this.checkpointsHold && this.checkpoints === 0) {
      this.noteCheckpoint("none", 1, "There is no checkpoint: a cut or rewritten end of the log would not show.");
    }
    const { last } = this;
    const signed = last ? sizeOf(last.checkpoint.heads) : 0;
    return {
      proved: this.broken.length === 0,
      entries: this.entries,
      checkpoints: this.checkpoints,
      ...(last ? { newest: { number: last.checkpoint.number, at: last.checkpoint.at, entries: signed } } : {}),
      unsigned: Math.max(0, this.entries - signed),
      broken: this.broken,
    };
  }

  private takeEntry({ entry }: LogRecord & { type: "entry" }): void {
    this.entries += 1;
    const walker = this.lanes[entry.lane];
    if (walker) this.watching(walker, () => walker.take(entry));
    else this.takeStray(entry);
  }

  private takeStray({ lane, seq }: { lane: number; seq: number }): void {
    const sentence = `Lane ${lane}: an entry ${seq} stands outside the chain.`;
    this.broken.push({ kind: "entry", lane, seq, from: seq, fault: "outside_chain", sentence });
  }

  private takeHeads(heads: readonly LaneHead[]): void {
    this.ended = true;
    for (const walker of this.lanes) {
      this.watching(walker, () => walker.end(heads.find(({ lane }) => lane === walker.lane)));
    }
  }

  private takeCheckpoint(note: string): void {
    if (!this.key || !this.checkpointsHold) return;
    const number = this.checkpoints + 1;
    const checkpoint = openCheckpoint(note, this.key);
    if (!checkpoint) {
      this.noteCheckpoint("unreadable", number, `Checkpoint ${number} is not one that this key has signed.`);
      return;
    }
    if (checkpoint.number !== number) {
      this.noteCheckpoint(
        "missing",
        number,
        `Checkpoint ${number} is missing; ${checkpoint.number} stands in its place.`,
      );
      return;
    }
    if (checkpoint.previous !== (this.last?.hash ?? NO_PREVIOUS)) {
      this.noteCheckpoint("wrong_link", number, `Checkpoint ${number} was not signed after the one before it.`);
      return;
    }
    this.checkpoints = number;
    for (const head of checkpoint.heads) this.compare(head, checkpoint.number);
    this.last = { checkpoint, hash: hashNote(note) };
  }

  private compare({ lane, seq, hash }: LaneHead, checkpoint: number): void {
    const walker = this.lanes[lane];
    if (!walker) return;
    const before = this.last?.checkpoint.heads[lane]?.seq ?? 0;
    if (seq < before) {
      this.noteCheckpoint(
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

  private noteCheckpoint(fault: BrokenCheckpoint["fault"], number: number, sentence: string): void {
    this.checkpointsHold = false;
    this.broken.push({ kind: "checkpoint", number, fault, sentence });
  }
}

/** One pass over a log, from wherever it comes. */
export async function verifyLog(
  records: AsyncIterable<LogRecord> | Iterable<LogRecord>,
  key: NoteVerifier | undefined,
): Promise<Verification> {
  const verifier = new LogVerifier(key);
  try {
    for await (const record of records) verifier.take(record);
  } catch (error) {
    if (!(error instanceof UnreadableLine)) throw error;
    verifier.giveUp({ kind: "line", number: error.number, fault: "unreadable", sentence: error.message });
  }
  return verifier.finish();
}
