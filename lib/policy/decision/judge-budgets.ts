import type { TraceLine } from "../decision-trace.ts";
import { type CallHistory, EACH } from "./call-history.ts";
import type { CompiledBudget } from "./compile-policy.ts";
import { denying } from "./line.ts";

/** What the agent has left in each window: one more call, and at the most what that may cost. */
export function judgeBudgets(
  budgets: readonly CompiledBudget[],
  maxCost: number,
  history: Pick<CallHistory, "spent">,
): TraceLine[] {
  return budgets.flatMap(({ profile, budget }) => {
    const { tool, action, calls, cost, per } = budget;
    const spent = history.spent({ tool, action }, per);
    const whose = `${profile}: ${tool ?? action ?? "everything"}`;
    return [
      ...(calls !== undefined && spent.calls >= calls
        ? [
            denying("budget.calls", {
              saw: `${whose}, ${spent.calls} of ${calls}`,
              sentence: `The agent may make ${calls} such calls ${EACH[per]}. Wait before you ask again.`,
            }),
          ]
        : []),
      ...(cost !== undefined && spent.cost + maxCost > cost
        ? [
            denying("budget.cost", {
              saw: `${whose}, ${spent.cost} and ${maxCost} of ${cost}`,
              sentence: `The agent may spend ${cost} ${EACH[per]} on such calls. Wait before you ask again.`,
            }),
          ]
        : []),
    ];
  });
}
