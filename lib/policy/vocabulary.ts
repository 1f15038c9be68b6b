/**
 * The closed word lists that contracts, policies, SQL checks and pages share. A value outside them is an error when it
 * is loaded, never a silent default: a misspelt class that quietly meant "no approval" would be an incident.
 */

export const EGRESS_CLASSES = ["none", "read_only", "write"] as const;
export type EgressClass = (typeof EGRESS_CLASSES)[number];

export const SAFETY_CLASSES = ["read", "write", "network", "financial", "privileged"] as const;
export type SafetyClass = (typeof SAFETY_CLASSES)[number];

/** Declared by a tool's author; one input of the tier, never the whole of it. */
export const RISKS = ["low", "medium", "high"] as const;
export type Risk = (typeof RISKS)[number];

/** What a held call is treated as. Computed in SQL when the call is asked for; it may only grow. */
export const TIERS = ["low", "medium", "high", "dual"] as const;
export type Tier = (typeof TIERS)[number];

export const CATEGORIES = [
  "file_system",
  "code_execution",
  "version_control",
  "web",
  "database",
  "terminal",
  "design",
  "communication",
  "analytics",
  "deployment",
  "memory",
  "mcp",
] as const;
export type Category = (typeof CATEGORIES)[number];

export const ACCESS_LEVELS = ["sandboxed", "restricted", "standard", "elevated", "custom"] as const;
export type AccessLevel = (typeof ACCESS_LEVELS)[number];

export const ROLES = ["viewer", "operator", "reviewer", "admin"] as const;
export type Role = (typeof ROLES)[number];

export const INVOCATION_STATES = [
  "denied",
  "pending",
  "running",
  "completed",
  "failed",
  "rejected",
  "expired",
  "cancelled",
  "unknown",
] as const;
export type InvocationState = (typeof INVOCATION_STATES)[number];

export const APPROVAL_STATES = ["not_required", "pending", "approved", "rejected", "expired", "void"] as const;
export type ApprovalState = (typeof APPROVAL_STATES)[number];

/** What waits for people. */
export const APPROVAL_SUBJECTS = [
  "invocation",
  "tool_version",
  "trust_change",
  "team_run",
  "action",
  "policy_version",
] as const;
export type ApprovalSubject = (typeof APPROVAL_SUBJECTS)[number];

/** How urgent a message of an agent to one person is. */
export const NOTICE_LEVELS = ["info", "warning", "urgent"] as const;
export type NoticeLevel = (typeof NOTICE_LEVELS)[number];

export const TOOL_STATES = ["active", "drifted", "quarantined", "retired"] as const;
export type ToolState = (typeof TOOL_STATES)[number];

export const TOOL_VERSION_STATES = ["review", "approved", "rejected", "quarantined", "retired"] as const;
export type ToolVersionState = (typeof TOOL_VERSION_STATES)[number];

/** The door a definition came through. */
export const TOOL_SOURCES = ["shipped", "sdk", "tool_md", "http", "mcp"] as const;
export type ToolSource = (typeof TOOL_SOURCES)[number];

/** How grave a change of a tool in force is: `info` is recorded, `review` stops it, `critical` quarantines it. */
export const DRIFT_SEVERITIES = ["none", "info", "review", "critical"] as const;
export type DriftSeverity = (typeof DRIFT_SEVERITIES)[number];

export const BACKENDS = [
  "deny-all",
  "process",
  "bubblewrap",
  "firejail",
  "seatbelt",
  "docker",
  "gvisor",
  "kubernetes",
  "e2b",
] as const;
export type Backend = (typeof BACKENDS)[number];

/** How long a sandbox lives: for one call, or for all calls of a task or an agent that run under the same plan. */
export const LIFECYCLES = ["per-call", "per-task", "per-agent"] as const;
export type Lifecycle = (typeof LIFECYCLES)[number];
