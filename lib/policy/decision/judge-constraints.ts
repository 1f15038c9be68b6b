import type { ToolConstraints } from "#lib/registry/contract.ts";
import type { TraceLine } from "../decision-trace.ts";
import type { CallHistory, Span, Subject } from "./call-history.ts";
import { denying } from "./line.ts";

/** What the contract itself says about when and how often its tool may run. The reason goes to the model, so that it can correct itself. */
export function judgeConstraints(
  constraints: ToolConstraints | undefined,
  tool: string,
  history: CallHistory,
): TraceLine[] {
  if (!constraints) return [];
  const { forbidden, maxInvocations, onlyAfter, per = "session" } = constraints;
  return [
    ...(forbidden
      ? [denying("constraint.forbidden", { saw: tool, sentence: `${tool} is never called by an agent.` })]
      : []),
    ...judgeMost("constraint.max_invocations", maxInvocations, { subject: { tool }, per, history }),
    ...judgeBefore("constraint.only_after", onlyAfter, { tool, per, history }),
  ];
}

interface Counted {
  readonly per: Span;
  readonly history: CallHistory;
  /** The profile that says so; a contract needs no name. */
  readonly profile?: string;
}

/** At most so many calls of the tool, or of whatever does such a thing, in a session or a task. */
export function judgeMost(
  rule: string,
  most: number | undefined,
  { subject, per, history, profile }: Counted & { readonly subject: Subject },
): TraceLine[] {
  if (most === undefined) return [];
  const made = history.made(subject, per);
  if (made < most) return [];
  const whose = subject.tool ?? `All ${subject.action} together`;
  return [
    denying(rule, { saw: said(`${made} of ${most}`, profile), sentence: `${whose} may run ${times(most)} a ${per}.` }),
  ];
}

/** Not before each of these tools completed. */
export function judgeBefore(
  rule: string,
  tools: readonly string[] | undefined,
  { tool, per, history, profile }: Counted & { readonly tool: string },
): TraceLine[] {
  const missing = (tools ?? []).filter((name) => !history.completed(name, per)).join(", ");
  return missing === ""
    ? []
    : [denying(rule, { saw: said(missing, profile), sentence: `${tool} runs only after ${missing} completed.` })];
}

function times(most: number): string {
  return most === 1 ? "once" : `${most} times`;
}

function said(saw: string, profile: string | undefined): string {
  return profile === undefined ? saw : `${profile}: ${saw}`;
}
