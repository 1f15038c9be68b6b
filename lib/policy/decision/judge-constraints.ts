import type { ToolConstraints } from "#lib/registry/contract.ts";
import type { TraceLine } from "../decision-trace.ts";
import type { CallHistory, Span } from "./call-history.ts";
import { denying } from "./line.ts";

/** What the contract itself says about when and how often its tool may run. The reason goes to the model, so that it can correct itself. */
export function judgeConstraints(
  constraints: ToolConstraints | undefined,
  tool: string,
  history: CallHistory,
): TraceLine[] {
  if (!constraints) return [];
  const { forbidden, maxInvocations, onlyAfter } = constraints;
  return [
    ...(forbidden
      ? [denying("constraint.forbidden", { saw: tool, sentence: `${tool} is never called by an agent.` })]
      : []),
    ...judgeMost("constraint.max_invocations", maxInvocations, { tool, per: "session", history }),
    ...judgeBefore("constraint.only_after", onlyAfter, { tool, per: "session", history }),
  ];
}

interface Counted {
  readonly tool: string;
  readonly per: Span;
  readonly history: CallHistory;
}

/** At most so many calls of the tool in a session or a task. */
export function judgeMost(rule: string, most: number | undefined, { tool, per, history }: Counted): TraceLine[] {
  if (most === undefined) return [];
  const made = history.made(tool, per);
  if (made < most) return [];
  return [denying(rule, { saw: `${made} of ${most}`, sentence: `${tool} may run ${times(most)} a ${per}.` })];
}

/** Not before each of these tools completed. */
export function judgeBefore(
  rule: string,
  tools: readonly string[] | undefined,
  { tool, per, history }: Counted,
): TraceLine[] {
  const missing = (tools ?? []).filter((name) => !history.completed(name, per)).join(", ");
  return missing === ""
    ? []
    : [denying(rule, { saw: missing, sentence: `${tool} runs only after ${missing} completed.` })];
}

function times(most: number): string {
  return most === 1 ? "once" : `${most} times`;
}
