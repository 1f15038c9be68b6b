import { ACTION_TYPES } from "#lib/policy/action-types.ts";
import type { CallHistory } from "#lib/policy/decision/call-history.ts";
import { compilePolicy } from "#lib/policy/decision/compile-policy.ts";
import type { DecisionRequest } from "#lib/policy/decision/decide.ts";
import { POLICY_AS_SHIPPED } from "#lib/policy/document/as-shipped.ts";
import type { PolicyDocument, PolicyProfile, PolicyRule } from "#lib/policy/document/policy-document.ts";
import { CATEGORIES } from "#lib/policy/vocabulary.ts";

export interface Size {
  readonly agents: number;
  readonly tools: number;
  readonly profiles: number;
  readonly rulesAProfile: number;
  /** How many of the profiles each agent has. The schema allows eight; a bench may ask for more. */
  readonly profilesAnAgent: number;
}

/** A policy in which every part that costs something is there, spread over its names. */
export function largePolicy({ agents, tools, profiles, rulesAProfile, profilesAnAgent }: Size): PolicyDocument {
  const profile = (number: number): PolicyProfile => ({
    description: "",
    rules: times(rulesAProfile, (place) => ruleAt(number * rulesAProfile + place, tools)),
    auto_approve: ["fs", "db", "web", "code", actionAt(number)],
    human_approval: [actionAt(number + 7), actionAt(number + 11)],
    approval_minutes: {},
    budgets: [{ tool: toolAt(number % tools), calls: 1_000_000, per: "day" }],
  });
  return {
    ...POLICY_AS_SHIPPED,
    profiles: Object.fromEntries(times(profiles, (number) => [`profile_${number}`, profile(number)])),
    agents: Object.fromEntries(
      times(agents, (number) => [
        agentAt(number),
        {
          profiles: times(profilesAnAgent, (step) => `profile_${(number + step) % profiles}`),
          allow: [toolAt(number % tools)],
          deny: [],
          enforce_tool_policies: true,
        },
      ]),
    ),
  };
}

/** Nine rules in ten are about a tool by name, the others about an action. */
function ruleAt(number: number, tools: number): PolicyRule {
  const subject = number % 10 === 9 ? { action: actionAt(number) } : { tool: toolAt((number * 7) % tools) };
  const effect = number % 3 === 0 ? { people: 1 } : { max_invocations: 1_000_000 };
  return { ...subject, ...effect, reason: "A rule of the bench.", until: "2099-01-01T00:00:00Z" };
}

/** Decisions, one after the other over all agents and tools. */
export function* callsBy(document: PolicyDocument, { agents, tools }: Size): Generator<DecisionRequest> {
  const policy = compilePolicy(document);
  for (let number = 0; ; number += 1) {
    yield {
      policy,
      policyVersion: 1,
      contract: {
        name: toolAt((number * 31) % tools),
        safetyClass: "read",
        egressClass: "none",
        category: CATEGORIES[number % CATEGORIES.length] ?? "file_system",
        actionType: actionAt(number),
        policy: { risk: "low" },
      },
      toolState: "active",
      versionState: "approved",
      requiresApproval: false,
      agent: { name: agentAt((number * 17) % agents), frozen: false, declared: "standard", trust: { all: "elevated" } },
      signals: { alarm: false, drifted: false, firstSeenTarget: false },
      history: SOME,
      now: NOW,
    };
  }
}

const NOW = Date.UTC(2030, 0, 1);

const SOME: CallHistory = { made: () => 3, completed: () => true, spent: () => ({ calls: 3, cost: 1 }) };

function times<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index));
}

function agentAt(number: number): string {
  return `agent-${number}`;
}

function toolAt(number: number): string {
  return `tool_${number}`;
}

function actionAt(number: number): string {
  return ACTION_TYPES[number % ACTION_TYPES.length] ?? "fs:read";
}
