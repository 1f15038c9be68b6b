/**
 * A checkpoint: the heads of all lanes at one moment, under one root, signed. It carries the heads themselves, so that whoever
 * checks it can say which lane differs, and the hash of the checkpoint before it, so that none can be taken out of the middle.
 *
 *   origin                 which log: the name of the key that signs it
 *   size                   how many entries all lanes have together
 *   root                   RFC 6962 over the sixteen heads, base64
 *   checkpoint N           counted from 1
 *   at TIME                the signer's clock
 *   previous HASH          sha256 of the signed note before it; zeros before the first
 *   head LANE SEQ HASH     sixteen times
 */
import { createHash } from "node:crypto";
import { areAllLanes, type LaneHead, sizeOf } from "../lane-head.ts";
import { merkleRoot } from "./merkle-root.ts";
import { type NoteSigner, type NoteVerifier, openNote, signNote } from "./signed-note.ts";

export interface Checkpoint {
  readonly origin: string;
  readonly number: number;
  readonly at: string;
  readonly previous: string;
  readonly heads: readonly LaneHead[];
}

export const NO_PREVIOUS = "0".repeat(64);

export function signCheckpoint(checkpoint: Omit<Checkpoint, "origin">, signer: NoteSigner): string {
  return signNote(renderCheckpoint({ ...checkpoint, origin: signer.name }), signer);
}

/** A checkpoint of this key; nothing for anything that is not exactly one. */
export function openCheckpoint(note: string, verifier: NoteVerifier): Checkpoint | undefined {
  const text = openNote(note, verifier);
  const checkpoint = text === undefined ? undefined : parseCheckpoint(text);
  return checkpoint?.origin === verifier.name ? checkpoint : undefined;
}

/** What a note says before anybody has checked its signature. Only for finding the way; nothing is proved by it. */
export function readUnsignedCheckpoint(note: string): Checkpoint | undefined {
  return parseCheckpoint(note.slice(0, note.lastIndexOf("\n\n") + 1));
}

/** The name by which the next checkpoint refers to this one. */
export function hashNote(note: string): string {
  return createHash("sha256").update(note, "utf8").digest("hex");
}

function renderCheckpoint({ origin, number, at, previous, heads }: Checkpoint): string {
  return [
    origin,
    sizeOf(heads),
    rootOf(heads),
    `checkpoint ${number}`,
    `at ${at}`,
    `previous ${previous}`,
    ...heads.map(({ lane, seq, hash }) => `head ${lane} ${seq} ${hash}`),
    "",
  ].join("\n");
}

function rootOf(heads: readonly LaneHead[]): string {
  const leaves = heads.map(({ lane, seq, hash }) => Buffer.from(JSON.stringify([lane, seq, hash]), "utf8"));
  return merkleRoot(leaves).toString("base64");
}

const HEAD = /^head (\d{1,2}) (\d{1,16}) ([0-9a-f]{64})$/;

/** Strict by rendering again: a text that we would not have written, to the last byte, is no checkpoint. */
function parseCheckpoint(text: string): Checkpoint | undefined {
  const [origin = "", , , numbered = "", timed = "", linked = "", ...rest] = text.split("\n");
  const heads = rest.slice(0, -1).map((line) => {
    const [, lane, seq, hash = ""] = HEAD.exec(line) ?? [];
    return { lane: Number(lane), seq: Number(seq), hash };
  });
  const number = Number(/^checkpoint (\d{1,15})$/.exec(numbered)?.[1]);
  const at = /^at (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)$/.exec(timed)?.[1];
  const previous = /^previous ([0-9a-f]{64})$/.exec(linked)?.[1];
  if (!at || !previous || !(number >= 1) || !areAllLanes(heads) || !Number.isSafeInteger(sizeOf(heads)))
    return undefined;
  const checkpoint = { origin, number, at, previous, heads };
  return renderCheckpoint(checkpoint) === text ? checkpoint : undefined;
}
