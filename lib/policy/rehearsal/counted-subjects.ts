import type { Budget, PolicyDocument } from "#lib/policy/document/policy-document.ts";
import type { ToolConstraints } from "#lib/registry/contract.ts";

/** Whether the calls of these tools, and of these agents, have to be remembered because something counts them. */
export interface CountedSubjects {
  /** Names of tools; a rule for an action counts whatever tool is of it, so then every tool is counted. */
  readonly tools: ReadonlySet<string> | "all";
  /** The actions that some rule counts, whatever tool they are done with. */
  readonly actions: ReadonlySet<string>;
  /** What each agent's calls are added up by. */
  budgetsOf(agentName: string): readonly Budget[];
  readonly budgetedAgents: ReadonlySet<string>;
}

/** Everything else is forgotten at once, so that a million calls do not have to be kept. */
export function countedSubjects(
  documents: readonly PolicyDocument[],
  constraints: readonly (ToolConstraints & { readonly tool: string })[],
): CountedSubjects {
  const rules = documents.flatMap(({ profiles }) => Object.values(profiles).flatMap(({ rules }) => rules));
  const counting = rules.filter((rule) => rule.max_invocations !== undefined || rule.only_after !== undefined);
  const actions = counting.flatMap(({ action, max_invocations }) =>
    action === undefined || max_invocations === undefined ? [] : [action],
  );
  const names = [
    ...counting.flatMap(({ tool, only_after = [] }) => [...(tool === undefined ? [] : [tool]), ...only_after]),
    ...constraints.flatMap(({ tool, onlyAfter = [] }) => [tool, ...onlyAfter]),
  ];
  const budgets = new Map<string, Budget[]>();
  for (const { agents, profiles } of documents) {
    for (const [agent, entry] of Object.entries(agents)) {
      const own = entry.profiles.flatMap((profile) => profiles[profile]?.budgets ?? []);
      if (own.length > 0) budgets.set(agent, [...(budgets.get(agent) ?? []), ...own]);
    }
  }
  return {
    tools: actions.length > 0 ? "all" : new Set(names),
    actions: new Set(actions),
    budgetsOf: (agentName) => budgets.get(agentName) ?? [],
    budgetedAgents: new Set(budgets.keys()),
  };
}
