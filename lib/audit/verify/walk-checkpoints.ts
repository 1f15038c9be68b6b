import { type Checkpoint, hashNote, NO_PREVIOUS, openCheckpoint } from "../checkpoint/checkpoint.ts";
import type { KnownCheckpoint } from "../checkpoint/known-checkpoint.ts";
import type { NoteVerifier } from "../checkpoint/signed-note.ts";
import type { BrokenCheckpoint } from "./broken.ts";

/** Walks the row of checkpoints from the first. Stops caring at the first break of the row. */
export class CheckpointWalker {
  count = 0;
  last: { readonly checkpoint: Checkpoint; readonly hash: string } | undefined;
  private readonly key: NoteVerifier | undefined;
  private readonly known: readonly KnownCheckpoint[];
  private readonly report: (broken: BrokenCheckpoint) => void;
  private holds = true;

  constructor(
    key: NoteVerifier | undefined,
    known: readonly KnownCheckpoint[],
    report: (broken: BrokenCheckpoint) => void,
  ) {
    this.key = key;
    this.known = known;
    this.report = report;
  }

  /** The next checkpoint, if it is one and stands where it was signed; `compare` holds it against the log before it becomes the last. */
  take(note: string, compare: (checkpoint: Checkpoint) => void): void {
    if (!this.key || !this.holds) return;
    const number = this.count + 1;
    const checkpoint = openCheckpoint(note, this.key);
    const hash = hashNote(note);
    const other = this.known.find(
      (known) => known.number === number && known.hash !== undefined && known.hash !== hash,
    );
    if (!checkpoint) {
      this.break("unreadable", number, `Checkpoint ${number} is not one that this key has signed.`);
    } else if (checkpoint.number !== number) {
      this.break("missing", number, `Checkpoint ${number} is missing; ${checkpoint.number} stands in its place.`);
    } else if (checkpoint.previous !== (this.last?.hash ?? NO_PREVIOUS)) {
      this.break("wrong_link", number, `Checkpoint ${number} was not signed after the one before it.`);
    } else if (other) {
      this.break("not_the_known", number, `Checkpoint ${number} is not the one that ${other.source} names.`);
    } else {
      this.count = number;
      compare(checkpoint);
      this.last = { checkpoint, hash };
    }
  }

  /** Nothing that follows is looked at. */
  stop(): void {
    this.holds = false;
  }

  /** The row is at its end: a newer checkpoint that somebody knows of was cut off. */
  end(): void {
    if (!this.key) return;
    const [newest] = this.known.toSorted((left, right) => right.number - left.number);
    if (this.holds && newest && newest.number > this.count) {
      const next = this.count + 1;
      this.break("missing", next, `Checkpoint ${next} is missing; ${newest.source} names ${newest.number}.`);
    }
    if (this.holds && this.count === 0) {
      this.break("none", 1, "There is no checkpoint: a cut or rewritten end of the log would not show.");
    }
  }

  break(fault: BrokenCheckpoint["fault"], number: number, sentence: string): void {
    this.holds = false;
    this.report({ kind: "checkpoint", number, fault, sentence });
  }
}
