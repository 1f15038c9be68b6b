import { z } from "zod";

export const EVENT_TYPES = [
  "tool_invocation_approval_required",
  "tool_invocation_decided",
  "tool_invocation_running",
  "tool_invocation_completed",
  "tool_invocation_failed",
  "tool_invocation_denied",
  "tool_invocation_rejected",
  "tool_invocation_expired",
  "tool_invocation_cancelled",
  "tool_invocation_unknown",
  "agent_trust_changed",
  "tool_version_quarantined",
  "review_required",
  "review_decided",
  "approval_escalated",
] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/** What a denial says, so that a runtime can log it and a model can correct itself. No running or completed event follows it. */
export const denialDataSchema = z.strictObject({
  name: z.string(),
  reason: z.string(),
  toolPolicyRisk: z.enum(["low", "medium", "high"]).nullable(),
  usedDeclaredCapability: z.boolean(),
});

export const eventSchema = z.strictObject({
  /** A cursor: strictly growing, gap-tolerant; `Last-Event-ID` resumes after it. */
  id: z.string(),
  type: z.enum(EVENT_TYPES),
  at: z.iso.datetime(),
  subject: z.string(),
  data: z.record(z.string(), z.unknown()),
});
export type AirlockEvent = z.infer<typeof eventSchema>;
