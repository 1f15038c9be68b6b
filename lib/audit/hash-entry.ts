import { createHash } from "node:crypto";
import { canonicalJson } from "#lib/registry/canonical-json.ts";
import type { AuditEntry } from "./entry.ts";

/** The link that an entry must carry, from its own fields and the link before it: anybody can compute it offline. */
export function hashEntry(entry: Omit<AuditEntry, "hash">): string {
  const { version, lane, seq, atUs, actor, action, subject, body, prev } = entry;
  return createHash("sha256")
    .update(Buffer.from(prev, "hex"))
    .update(canonicalJson([version, lane, seq, atUs, actor, action, subject, body]))
    .digest("hex");
}

/** What the first entry of a lane links to; it names the lane, so that two chains cannot be swapped. */
export function firstLink(lane: number): string {
  return createHash("sha256").update(`airlock/audit/1/${lane}`).digest("hex");
}
