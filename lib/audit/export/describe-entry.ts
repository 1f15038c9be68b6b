import type { AuditEntry } from "../entry.ts";

/** What formats of other systems ask of an entry, beyond its own fields. */
export interface EntryDescription {
  readonly actorKind: string;
  readonly actorId: string;
  readonly subjectKind: string;
  readonly subjectId: string;
  /** Refused by policy or by a switch: somebody tried what they may not. */
  readonly isDenial: boolean;
  readonly outcome: "success" | "failure" | "unknown";
  readonly body: Readonly<Record<string, unknown>>;
}

const FAILURES = new Set([
  "rejected",
  "failed",
  "sign_in_failed",
  "late_completion",
  "expired",
  "unknown",
  "code_failed",
  "password_failed",
  "count_fell",
]);

export function describeEntry({ actor, action, subject, body }: AuditEntry): EntryDescription {
  const fields = readBody(body);
  const [actorKind, actorId] = split(actor);
  const [subjectKind, subjectId] = split(subject);
  const deed = action.slice(action.indexOf(".") + 1);
  const isDenial = deed === "denied" || (action === "invocation.asked" && fields.status === "denied");
  return {
    actorKind,
    actorId,
    subjectKind,
    subjectId,
    isDenial,
    outcome: isDenial || FAILURES.has(deed) ? "failure" : "success",
    body: fields,
  };
}

function split(reference: string): [kind: string, id: string] {
  const at = reference.indexOf(":");
  return at <= 0 ? [reference || "unknown", ""] : [reference.slice(0, at), reference.slice(at + 1)];
}

function readBody(body: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    // Only a log that was tampered with holds such a body; its entry is exported all the same.
    return {};
  }
}
