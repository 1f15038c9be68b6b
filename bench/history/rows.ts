import type { AuditEntry } from "#lib/audit/entry.ts";
import type { AuditChains } from "./audit-chains.ts";
import type { Cast, OldCall } from "./old-call.ts";

/** A value of a row; times are written as ISO texts, bytes and JSON as their texts. */
export type Cell = string | number | null;

/** Which rows an old call leaves in a table, and in which columns. */
export interface TableRows {
  readonly table: string;
  readonly columns: readonly string[];
  rowsOf(call: OldCall, cast: Cast): Cell[][];
}

const RAW = JSON.stringify({ text: "Figures. ".repeat(30) });
/** As long as it would be sealed; nobody opens an output of the seeded past. */
const SEALED_HEX = `\\x${Buffer.alloc(48 + RAW.length, 7).toString("hex")}`;
const SEALED_TO = "0".repeat(16);
const USAGE = '{"wallMs":41,"cpuMs":20,"maxRssKb":48000}';
const PLAN = JSON.stringify({
  version: 1,
  backend: "bubblewrap",
  tier: "rootless",
  mounts: [],
  network: { mode: "none" },
});

const invocations: TableRows = {
  table: "agents.tool_invocations",
  columns: [
    "id",
    "agent_id",
    "agent_key_id",
    "tool_id",
    "tool_version_id",
    "status",
    "approval_status",
    "approval_reason",
    "required_approvals",
    "tier",
    "revision",
    "binding_digest",
    "policy_version",
    "effect",
    "idempotency_key",
    "session_id",
    "asked_at",
    "expires_at",
    "started_at",
    "claimable_at",
    "execution_expires_at",
    "claimed_at",
    "worker_id",
    "fence",
    "lease_expires_at",
    "completed_at",
    "expiry_kind",
    "error_code",
  ],
  rowsOf: (call, cast) => {
    const { tool, agent, status, ran } = call;
    const released = ran || (status === "cancelled" && !tool.held) ? time(call.decidedAt) : null;
    return [
      [
        call.id,
        agent.id,
        agent.keyId,
        tool.id,
        tool.versionId,
        status,
        approvalStatusOf(call),
        status === "rejected" ? "Not this file." : null,
        tool.held ? 1 : 0,
        tool.held ? "medium" : "low",
        1,
        call.bindingDigest,
        cast.policyVersion,
        `Reads /workspace/reports/${call.number}.md.`,
        call.idempotencyKey ?? null,
        `session-${call.number >> 6}`,
        time(call.askedAt),
        tool.held ? time(call.askedAt + 1_800_000) : null,
        released,
        released,
        released && time(call.decidedAt + 120_000),
        ran ? time(call.decidedAt + 10) : null,
        ran ? cast.workerId : null,
        ran ? 1 : 0,
        ran ? time(call.decidedAt + 15_010) : null,
        time(call.endedAt),
        status === "expired" ? "approval" : null,
        status === "failed" ? "tool_failed" : status === "denied" ? "path_refused" : null,
      ],
    ];
  },
};

const inputs: TableRows = {
  table: "agents.invocation_inputs",
  columns: ["invocation_id", "revision", "input", "input_digest", "trace"],
  rowsOf: (call, cast) => [[call.id, 1, call.input, call.inputDigest, traceOf(call, cast)]],
};

const runs: TableRows = {
  table: "agents.invocation_runs",
  columns: ["invocation_id", "fence", "worker_id", "claimed_at", "ended_at", "plan", "usage", "network", "exit_code"],
  rowsOf: (call, cast) =>
    call.ran ? [[call.id, 1, cast.workerId, time(call.decidedAt + 10), time(call.endedAt), PLAN, USAGE, "[]", 0]] : [],
};

const outputs: TableRows = {
  table: "agents.invocation_outputs",
  columns: [
    "invocation_id",
    "sealed",
    "sealed_to",
    "raw_digest",
    "sealed_digest",
    "cleaned",
    "cleaned_digest",
    "findings",
    "created_at",
  ],
  rowsOf: (call) =>
    call.hasOutput
      ? [
          [
            call.id,
            SEALED_HEX,
            SEALED_TO,
            call.inputDigest,
            call.inputDigest,
            RAW,
            call.inputDigest,
            "[]",
            time(call.endedAt),
          ],
        ]
      : [],
};

const approvals: TableRows = {
  table: "agents.approvals",
  columns: [
    "id",
    "subject_kind",
    "subject_id",
    "revision",
    "digest",
    "required",
    "status",
    "created_at",
    "expires_at",
    "decided_at",
    "consumed_at",
  ],
  rowsOf: (call) =>
    call.tool.held
      ? [
          [
            call.approvalId,
            "invocation",
            call.id,
            1,
            call.bindingDigest,
            1,
            approvalStatusOf(call),
            time(call.askedAt),
            time(call.askedAt + 1_800_000),
            time(call.decidedAt),
            call.ran ? time(call.decidedAt + 10) : null,
          ],
        ]
      : [],
};

const votes: TableRows = {
  table: "agents.approval_votes",
  columns: ["id", "approval_id", "person_id", "decision", "digest", "at"],
  rowsOf: (call) => {
    const decision = call.status === "rejected" ? "reject" : "approve";
    return call.voter
      ? [[call.approvalId, call.approvalId, call.voter, decision, call.bindingDigest, time(call.decidedAt)]]
      : [];
  },
};

const events: TableRows = {
  table: "agents.events",
  columns: ["type", "at", "subject", "agent_id", "data"],
  rowsOf: (call) => {
    const event = (type: string, at: number, data: string): Cell[] => [
      `tool_invocation_${type}`,
      time(at),
      call.id,
      call.agent.id,
      data,
    ];
    const named = `{"tool":"${call.tool.name}"}`;
    const rows: Cell[][] = [];
    if (call.tool.held) rows.push(event("approval_required", call.askedAt, named));
    if (call.voter) rows.push(event("decided", call.decidedAt, '{"revision":1}'));
    if (call.ran) rows.push(event("running", call.decidedAt, named));
    rows.push(event(call.status, call.endedAt, '{"findings":0}'));
    return rows;
  },
};

/** In the order of their foreign keys. */
export const TABLES: readonly TableRows[] = [invocations, inputs, runs, outputs, approvals, votes, events];

export const AUDIT_COLUMNS = ["lane", "seq", "version", "at_us", "actor", "action", "subject", "body", "prev", "hash"];

/** The entries that a call left in the log. */
export function auditRowsOf(call: OldCall, cast: Cast, chains: AuditChains): Cell[][] {
  const { tool, status } = call;
  const subject = `invocation:${call.id}`;
  const append = (at: number, actor: string, action: string, body: Record<string, string | number>) =>
    auditRow(chains.append(at, actor, `invocation.${action}`, subject, JSON.stringify(body)));
  const rows = [
    append(call.askedAt, `agent:${call.agent.id}`, "asked", {
      tool: tool.name,
      definitionHash: tool.definitionHash,
      inputDigest: call.inputDigest,
      bindingDigest: call.bindingDigest,
      status: status === "denied" ? status : tool.held ? "pending" : "running",
      requiredApprovals: tool.held ? 1 : 0,
      policyVersion: cast.policyVersion,
    }),
  ];
  if (call.voter) {
    const action = status === "rejected" ? "rejected" : "approved";
    rows.push(append(call.decidedAt, `person:${call.voter}`, action, { revision: 1, digest: call.bindingDigest }));
  }
  if (call.ran) {
    const worker = `worker:${cast.workerId}`;
    rows.push(append(call.decidedAt + 10, worker, "claimed", { fence: 1, bindingDigest: call.bindingDigest }));
    rows.push(append(call.endedAt, worker, status, { fence: 1, rawDigest: call.inputDigest, findings: 0 }));
  }
  if (status === "expired" || status === "cancelled") rows.push(append(call.endedAt, "system", status, { fence: 0 }));
  return rows;
}

function auditRow({ lane, seq, version, atUs, actor, action, subject, body, prev, hash }: AuditEntry): Cell[] {
  return [lane, seq, version, atUs, actor, action, subject, body, `\\x${prev}`, `\\x${hash}`];
}

function approvalStatusOf({ tool, status, ran }: OldCall): string {
  if (!tool.held) return "not_required";
  if (ran) return "approved";
  return status === "cancelled" ? "void" : status;
}

function traceOf({ tool }: OldCall, { policyVersion }: Cast): string {
  const line = (rule: string, concluded: string, saw: string, sentence: string) => ({
    rule,
    stage: "check",
    concluded,
    saw,
    sentence,
  });
  return JSON.stringify({
    version: 1,
    policyVersion,
    verdict: tool.held ? { kind: "hold", people: 1 } : { kind: "run" },
    tier: tool.held ? "medium" : "low",
    lines: [
      line("contract.version", "pass", "version approved", "The version in force was approved."),
      line("contract.input", "pass", "fits", "The input fits the tool's schema."),
      line("level.category", "pass", "standard: file_system", "Agents at level standard may use file_system tools."),
      line("registry.class", tool.held ? "hold" : "run", tool.name, "What its classes ask for."),
    ],
  });
}

function time(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
