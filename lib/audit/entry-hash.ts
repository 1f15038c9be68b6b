import { createHash } from "node:crypto";
import type { AuditEntry } from "./entry.ts";

/**
 * The hash an entry must have, made again from its parts: sha256 over the hash before it and the RFC 8785 form of the
 * rest. JSON.stringify gives exactly that form for an array of integers and strings.
 */
export function entryHash({
  version,
  lane,
  seq,
  atUs,
  actor,
  action,
  subject,
  body,
  prev,
}: Omit<AuditEntry, "hash">): string {
  const text = JSON.stringify([version, lane, seq, atUs, actor, action, subject, body]);
  return createHash("sha256").update(Buffer.from(prev, "hex")).update(text, "utf8").digest("hex");
}
