import { done, type Outcome, refuse } from "#lib/errors/outcome.ts";
import type { DisclosureTerms } from "./terms.ts";

/** A tool whose definition is in an agent's context. */
export interface LoadedTool {
  readonly tool: string;
  readonly tokens: number;
}

/** What is loaded afterwards, the oldest first, and what made room. */
export interface LoadPlan {
  readonly loaded: readonly LoadedTool[];
  readonly unloaded: readonly string[];
}

/** A context that is too full gives up the tool that was loaded first; one at a time, since the agent says again how full it is. */
export function planPressure(
  loaded: readonly LoadedTool[],
  fillPercent: number | undefined,
  terms: DisclosureTerms,
): LoadPlan {
  const [oldest, ...rest] = loaded;
  const pressed = fillPercent !== undefined && fillPercent > terms.unload_threshold_percent;
  if (!pressed || !terms.auto_unload_on_budget_pressure || !oldest) return { loaded, unloaded: [] };
  return { loaded: rest, unloaded: [oldest.tool] };
}

/** Loads a tool as the newest. What was loaded first makes room, or nothing does and the agent is told what it can give up. */
export function planLoad(before: readonly LoadedTool[], next: LoadedTool, terms: DisclosureTerms): Outcome<LoadPlan> {
  const budget = terms.l2_token_budget;
  const others = before.filter(({ tool }) => tool !== next.tool);
  if (next.tokens > budget) {
    return refuse(
      "disclosure_budget",
      `The definition of ${next.tool} takes ${next.tokens} tokens and a session has ${budget}.`,
      { tool: next.tool, tokens: next.tokens, l2_token_budget: budget },
    );
  }
  const kept = [...others];
  const unloaded: string[] = [];
  while (tokensOf(kept) + next.tokens > budget) {
    const oldest = kept.shift();
    if (!oldest) break;
    unloaded.push(oldest.tool);
  }
  if (unloaded.length > 0 && !terms.auto_unload_on_budget_pressure) {
    return refuse("disclosure_budget", `The definition of ${next.tool} does not fit beside what is loaded.`, {
      tool: next.tool,
      tokens: next.tokens,
      l2_token_budget: budget,
      loaded: others,
    });
  }
  return done({ loaded: [...kept, next], unloaded });
}

function tokensOf(loaded: readonly LoadedTool[]): number {
  return loaded.reduce((sum, { tokens }) => sum + tokens, 0);
}
