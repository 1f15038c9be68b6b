import type { ToolConstraints } from "#lib/registry/contract.ts";
import type { TraceLine } from "./decision-trace.ts";
import { headOf } from "./plain-text.ts";

/** What the agent has done so far in the session that the constraints count in. */
export interface SessionHistory {
  /** Calls of each tool that ran or are held. */
  readonly calls: Readonly<Record<string, number>>;
  /** Names of tools that completed at least once. */
  readonly completed: ReadonlySet<string>;
}

/** When and how often a tool may run. The reason goes to the model, so that it can correct itself. */
export function judgeConstraints(
  constraints: ToolConstraints | undefined,
  tool: string,
  history: SessionHistory,
): TraceLine[] {
  if (!constraints) return [];
  const lines: TraceLine[] = [];
  const { forbidden, maxInvocations, onlyAfter = [] } = constraints;
  if (forbidden) lines.push(deny("forbidden", tool, `${tool} is never called by an agent.`));
  const calls = Object.hasOwn(history.calls, tool) ? (history.calls[tool] ?? 0) : 0;
  if (maxInvocations !== undefined && calls >= maxInvocations) {
    lines.push(
      deny("max_invocations", `${calls} of ${maxInvocations}`, `${tool} may run ${maxInvocations} times a session.`),
    );
  }
  const missing = onlyAfter.filter((name) => !history.completed.has(name));
  if (missing.length > 0) {
    lines.push(deny("only_after", missing.join(", "), `${tool} runs only after ${missing.join(", ")} completed.`));
  }
  return lines;
}

function deny(constraint: string, saw: string, sentence: string): TraceLine {
  const rule = `constraint.${constraint}`;
  return { rule, stage: "decide", concluded: "deny", saw: headOf(saw, 400), sentence: headOf(sentence, 400) };
}
