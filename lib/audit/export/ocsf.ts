/**
 * The Open Cybersecurity Schema Framework, version 1.8.0 (pinned: `metadata.uid` changed its meaning in 1.7). An entry becomes an API
 * Activity (6003); a denial becomes a Detection Finding (2004), because it is what somebody who watches wants to be shown.
 */
import type { AuditEntry } from "../entry.ts";
import { describeEntry, type EntryDescription } from "./describe-entry.ts";

export const OCSF_VERSION = "1.8.0";

const API_ACTIVITY = {
  class_uid: 6003,
  class_name: "API Activity",
  category_uid: 6,
  category_name: "Application Activity",
};
const DETECTION_FINDING = {
  class_uid: 2004,
  class_name: "Detection Finding",
  category_uid: 2,
  category_name: "Findings",
};

const ACTIVITIES = { other: 99, create: 1, read: 2, update: 3, delete: 4 } as const;
const ACTIVITY_OF: Readonly<Record<string, keyof typeof ACTIVITIES>> = {
  asked: "create",
  created: "create",
  issued: "create",
  invited: "create",
  registered: "create",
  set_up: "create",
  enrolled: "create",
  raw_read: "read",
  revoked: "delete",
  disabled: "delete",
};

const INFORMATIONAL = { severity_id: 1, severity: "Informational" };
const LOW = { severity_id: 2, severity: "Low" };
const MEDIUM = { severity_id: 3, severity: "Medium" };

export function renderOcsf(entry: AuditEntry, productVersion: string): string {
  const description = describeEntry(entry);
  const event = description.isDenial
    ? detectionFinding(entry, description, productVersion)
    : apiActivity(entry, description, productVersion);
  return `${JSON.stringify(event)}\n`;
}

function apiActivity(entry: AuditEntry, description: EntryDescription, productVersion: string) {
  const deed = entry.action.slice(entry.action.indexOf(".") + 1);
  const activity = ACTIVITY_OF[deed] ?? (entry.action.startsWith("invocation.") ? "update" : "other");
  const failed = description.outcome === "failure";
  return {
    ...API_ACTIVITY,
    activity_id: ACTIVITIES[activity],
    activity_name: activity === "other" ? entry.action : `${activity.charAt(0).toUpperCase()}${activity.slice(1)}`,
    type_uid: API_ACTIVITY.class_uid * 100 + ACTIVITIES[activity],
    ...(failed ? LOW : INFORMATIONAL),
    status_id: failed ? 2 : 1,
    status: failed ? "Failure" : "Success",
    ...base(entry, productVersion),
    actor: actorOf(description),
    api: { operation: entry.action, service: { name: "airlock" }, request: { uid: entry.subject } },
    // Where a person or an agent connected from is not part of the log; the class asks for an endpoint.
    src_endpoint: { name: description.actorKind, svc_name: "airlock" },
    resources: [resourceOf(description)],
  };
}

function detectionFinding(entry: AuditEntry, description: EntryDescription, productVersion: string) {
  const { body } = description;
  const title = typeof body.tool === "string" ? `Call of ${body.tool} denied` : "Call denied";
  const reason = typeof body.reason === "string" ? { desc: body.reason } : {};
  return {
    ...DETECTION_FINDING,
    activity_id: 1,
    activity_name: "Create",
    type_uid: DETECTION_FINDING.class_uid * 100 + 1,
    ...MEDIUM,
    status_id: 1,
    status: "New",
    ...base(entry, productVersion, ["security_control"]),
    action_id: 2,
    action: "Denied",
    disposition_id: 2,
    disposition: "Blocked",
    finding_info: {
      uid: `${entry.lane}-${entry.seq}`,
      title,
      ...reason,
      created_time: timeOf(entry),
      types: [entry.action],
    },
    resources: [resourceOf(description)],
    evidences: [{ actor: actorOf(description), api: { operation: entry.action } }],
  };
}

/** What every event has. The entry itself stays whole in `unmapped`, so that its hash can be computed again. */
function base(entry: AuditEntry, productVersion: string, profiles: readonly string[] = []) {
  const { version, lane, seq, atUs, actor, action, subject, body, prev, hash } = entry;
  return {
    time: timeOf(entry),
    message: `${actor} ${action} ${subject}`,
    metadata: {
      version: OCSF_VERSION,
      product: { name: "Airlock", vendor_name: "Airlock", version: productVersion },
      log_name: "audit",
      uid: hash,
      original_event_uid: `${lane}-${seq}`,
      original_time: atUs,
      sequence: seq,
      event_code: action,
      ...(profiles.length > 0 ? { profiles } : {}),
    },
    unmapped: { airlock: { version, lane, seq, at_us: atUs, actor, action, subject, body, prev, hash } },
  };
}

const USER_TYPES: Readonly<Record<string, { type_id: number; type: string }>> = {
  person: { type_id: 1, type: "User" },
  system: { type_id: 3, type: "System" },
  agent: { type_id: 4, type: "Service" },
  worker: { type_id: 4, type: "Service" },
};

function actorOf({ actorKind, actorId }: EntryDescription) {
  const type = USER_TYPES[actorKind] ?? { type_id: 0, type: "Unknown" };
  return { user: { uid: actorId || actorKind, name: actorKind, ...type } };
}

function resourceOf({ subjectKind, subjectId }: EntryDescription) {
  return { uid: subjectId || subjectKind, type: subjectKind, role_id: 1, role: "Target" };
}

/** Milliseconds, as the schema counts. */
function timeOf({ atUs }: AuditEntry): number {
  return Number(BigInt(atUs) / 1000n);
}
