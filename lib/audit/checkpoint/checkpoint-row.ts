import type { LaneHead } from "../lane-head.ts";
import { type Checkpoint, hashNote, NO_PREVIOUS, openCheckpoint, signCheckpoint } from "./checkpoint.ts";
import type { CheckpointFolder } from "./checkpoint-folder.ts";
import { readKnownCheckpoint } from "./known-checkpoint.ts";
import { signLife } from "./sign-of-life.ts";
import { type NoteSigner, renderVerifier } from "./signed-note.ts";

/** The row of checkpoints as its one writer holds it: in a folder, and again in a second place if there is one. */
export class CheckpointRow {
  private readonly folder: CheckpointFolder;
  private readonly mirror: CheckpointFolder | undefined;
  private readonly signer: NoteSigner;
  private last: { readonly checkpoint: Checkpoint; readonly note: string } | undefined;
  /** How many the second place has; unknown until it could be read. */
  private mirrored: number | undefined;

  /** Opens what is there. Throws where going on would sign over something that is not ours or not whole. */
  constructor(folder: CheckpointFolder, mirror: CheckpointFolder | undefined, signer: NoteSigner) {
    this.folder = folder;
    this.mirror = mirror;
    this.signer = signer;
    folder.prepare();
    const known = readKnownCheckpoint(folder.path, signer);
    const { count, note } = folder.newest();
    if (known && known.number > count) {
      throw new Error(
        `Checkpoints are missing from ${folder.path}: latest.json names ${known.number}, the last is ${count}.`,
      );
    }
    if (note === undefined) return;
    const checkpoint = openCheckpoint(note, signer);
    if (!checkpoint) throw new Error(`The last checkpoint in ${folder.path} is not one that this key has signed.`);
    if (checkpoint.number !== count) throw new Error(`Checkpoints are missing from ${folder.path}.`);
    this.last = { checkpoint, note };
  }

  get heads(): readonly LaneHead[] | undefined {
    return this.last?.checkpoint.heads;
  }

  /** Signs these heads as the next checkpoint, on disk when this returns. The clock never goes back in what we sign. */
  sign(heads: readonly LaneHead[], now: Date): Checkpoint {
    const before = this.last;
    const number = (before?.checkpoint.number ?? 0) + 1;
    const at = laterOf(now.toISOString(), before?.checkpoint.at);
    const previous = before ? hashNote(before.note) : NO_PREVIOUS;
    const note = signCheckpoint({ number, at, previous, heads }, this.signer);
    this.folder.append(number, note);
    const checkpoint = { origin: this.signer.name, number, at, previous, heads };
    this.last = { checkpoint, note };
    return checkpoint;
  }

  /** Says in every place that the last checkpoint was the whole log at this moment. */
  signLife(now: Date): void {
    if (!this.last) return;
    const { checkpoint, note } = this.last;
    const at = laterOf(now.toISOString(), checkpoint.at);
    const life = signLife({ at, number: checkpoint.number, hash: hashNote(note) }, this.signer);
    const latest = { key: renderVerifier(this.signer), note, life };
    this.folder.writeLatest(latest);
    if (this.mirrored !== undefined) this.mirror?.writeLatest(latest);
  }

  /** Brings the second place up to date. Throws where it knows more than the first, or something else. */
  async copyToMirror(): Promise<void> {
    if (!this.mirror) return;
    const count = this.last?.checkpoint.number ?? 0;
    this.mirrored ??= await this.openMirror(this.mirror, count);
    for await (const note of this.folder.read({ after: this.mirrored, upTo: count })) {
      this.mirror.append(this.mirrored + 1, note);
      this.mirrored += 1;
    }
  }

  private async openMirror(mirror: CheckpointFolder, count: number): Promise<number> {
    mirror.prepare();
    const there = mirror.newest();
    if (there.count > count) {
      throw new MirrorDiffers(`${mirror.path} has checkpoint ${there.count}; here the last is ${count}.`);
    }
    if (there.count === 0) return 0;
    for await (const note of this.folder.read({ after: there.count - 1, upTo: there.count })) {
      if (note !== there.note)
        throw new MirrorDiffers(`Checkpoint ${there.count} in ${mirror.path} is not the one here.`);
    }
    return there.count;
  }
}

/** The second place contradicts the first: one of them was changed or set back. */
export class MirrorDiffers extends Error {}

function laterOf(left: string, right: string | undefined): string {
  return right !== undefined && right > left ? right : left;
}
