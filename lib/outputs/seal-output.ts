/**
 * What a tool really returned, sealed where it came out: to the reviewers' public key, before it leaves the dispatcher.
 * Against: whoever reads the database, its disk or a backup of it, and a dispatcher that is taken over later. None of them
 * holds the key that opens; the dashboard does, and gets the bytes only after the reading is on record.
 *
 * The digest that goes on record is keyed with the box. A plain SHA-256 of "yes" or of a four-digit code would tell everybody
 * who reads the log what it was; this one tells only who can open the box, and nobody once the box is deleted.
 */
import type { KeyObject } from "node:crypto";
import { type SealedBytes, sealBytes } from "#lib/secrets/seal.ts";

export type SealOutput = (invocationId: string, raw: Uint8Array) => SealedBytes;

/** Sealed in: the output of one call does not open in the place of another's. */
export function placeOf(invocationId: string): string {
  return `invocation:${invocationId.toLowerCase()}`;
}

export function outputSealer(recipient: KeyObject): SealOutput {
  return (invocationId, raw) => sealBytes(recipient, "airlock/output/1", placeOf(invocationId), raw);
}
