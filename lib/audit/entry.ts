import { z } from "zod";

/**
 * One link of a lane of the audit log. `hash` = sha256(prev ‖ utf8 of the RFC 8785 array
 * [version, lane, seq, atUs, actor, action, subject, body]); `body` is the exact text that was hashed.
 */
export const auditEntrySchema = z.strictObject({
  version: z.literal(1),
  lane: z.number().int().min(0).max(15),
  seq: z.number().int().min(1),
  /** Microseconds since 1970, UTC, by the database's clock; a string, for it may pass 2^53. */
  atUs: z.string().regex(/^\d+$/),
  actor: z.string(),
  action: z.string(),
  subject: z.string(),
  body: z.string(),
  prev: z.string().regex(/^[0-9a-f]{64}$/),
  hash: z.string().regex(/^[0-9a-f]{64}$/),
});
export type AuditEntry = z.infer<typeof auditEntrySchema>;
