import { createHash } from "node:crypto";
import type { AuditEntry } from "./entry.ts";

/**
 * The link that an entry must carry, from its own fields and the link before it: anybody can compute it offline.
 * JSON.stringify gives exactly the RFC 8785 form of an array of integers and well-formed strings, several times faster than our
 * general serialiser; half a surrogate pair, which the database cannot hold, stays an escape and so never equals another text.
 */
export function hashEntry(entry: Omit<AuditEntry, "hash">): string {
  const { version, lane, seq, atUs, actor, action, subject, body, prev } = entry;
  return createHash("sha256")
    .update(prev, "hex")
    .update(JSON.stringify([version, lane, seq, atUs, actor, action, subject, body]), "utf8")
    .digest("hex");
}

/** What the first entry of a lane links to; it names the lane, so that two chains cannot be swapped. */
export function firstLink(lane: number): string {
  return createHash("sha256").update(`airlock/audit/1/${lane}`).digest("hex");
}
