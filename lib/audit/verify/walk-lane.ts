import type { AuditEntry } from "../entry.ts";
import { firstLink, hashEntry } from "../hash-entry.ts";
import type { LaneHead } from "../lane-head.ts";
import type { BrokenEntry, EntryFault } from "./broken.ts";

/** How far from its place an entry is looked for, to tell a moved entry from an edited one. */
const MOVED_WITHIN = 1_000;

/** Walks one lane from its first link; entries come in order of their numbers. Stops caring at the first break, and names it. */
export class LaneWalker {
  readonly lane: number;
  seq = 0;
  hash: string;
  broken: BrokenEntry | undefined;

  constructor(lane: number) {
    this.lane = lane;
    this.hash = firstLink(lane);
  }

  take(entry: AuditEntry): void {
    if (this.broken) return;
    const expected = this.seq + 1;
    if (entry.seq > expected) {
      this.break("missing", expected, `entry ${expected} is missing; ${entry.seq} comes after ${this.seq}`);
    } else if (entry.seq !== expected) {
      this.break("out_of_order", entry.seq, `a second entry ${entry.seq} comes after ${this.seq}`);
    } else if (entry.version !== 1) {
      this.break("unknown_version", expected, `entry ${expected} is of version ${entry.version}, which there is not`);
    } else if (hashEntry(entry) !== entry.hash) {
      const origin = placeOf(entry);
      if (origin === undefined) {
        this.break("wrong_hash", expected, `the hash of entry ${expected} does not follow from what it says`);
      } else {
        this.break("moved", expected, `what stands as entry ${expected} was written as entry ${origin}`);
      }
    } else if (entry.prev !== this.hash) {
      const before = Math.max(1, this.seq);
      this.break("wrong_link", expected, `entry ${expected} was not written after what stands before it`, before);
    } else {
      this.seq = expected;
      this.hash = entry.hash;
    }
  }

  /** Compares with the head that the database holds, once all entries were walked. */
  end(head: LaneHead | undefined): void {
    if (this.broken) return;
    const next = this.seq + 1;
    if (!head) this.break("head_differs", this.seq, "the lane has no head");
    else if (head.seq > this.seq) this.break("missing", next, `entry ${next} is missing; the head names ${head.seq}`);
    else if (head.seq < this.seq) {
      this.break("beyond_head", head.seq + 1, `entry ${head.seq + 1} lies beyond the head, which names ${head.seq}`);
    } else if (head.hash !== this.hash) {
      this.break("head_differs", this.seq, `the head has another hash than entry ${this.seq}, the last`);
    }
  }

  break(fault: EntryFault, seq: number, what: string, from = seq, checkpoint?: number): void {
    const sentence = `Lane ${this.lane}: ${what}.`;
    const signed = checkpoint === undefined ? {} : { checkpoint };
    this.broken ??= { kind: "entry", lane: this.lane, seq, from, fault, ...signed, sentence };
  }
}

/** The number under which this entry's hash would hold, if it is a neighbour's. */
function placeOf(entry: AuditEntry): number | undefined {
  for (let distance = 1; distance <= MOVED_WITHIN; distance++) {
    for (const seq of [entry.seq + distance, entry.seq - distance]) {
      if (seq >= 1 && hashEntry({ ...entry, seq }) === entry.hash) return seq;
    }
  }
  return undefined;
}
