import { hashNote, openCheckpoint } from "./checkpoint.ts";
import { latestFile, readLatest } from "./latest.ts";
import { openLife } from "./sign-of-life.ts";
import type { NoteVerifier } from "./signed-note.ts";

/** A checkpoint that is known of from elsewhere than the row: a row that ends before it was cut. */
export interface KnownCheckpoint {
  readonly number: number;
  /** The hash of its note, where that is known as well. */
  readonly hash?: string;
  /** Who names it, for a sentence. */
  readonly source: string;
}

/**
 * What the newest sign of life in a folder names; nothing where there is none. Read it before the row is counted: the checkpointer
 * writes the row first, so that a row counted later is never shorter unless it was cut. Throws on one that this key has not signed.
 */
export function readKnownCheckpoint(folder: string, key: NoteVerifier): KnownCheckpoint | undefined {
  const latest = readLatest(folder);
  if (!latest) return undefined;
  const checkpoint = openCheckpoint(latest.note, key);
  const life = openLife(latest.life, key);
  const hash = hashNote(latest.note);
  if (!checkpoint || life?.number !== checkpoint.number || life.hash !== hash) throw new ForgedLatest(folder);
  return { number: checkpoint.number, hash, source: "latest.json" };
}

export class ForgedLatest extends Error {
  constructor(folder: string) {
    super(`${latestFile(folder)} is not one that this key has signed.`);
  }
}
