import type { z } from "zod";
import { POLICY_AS_SHIPPED } from "#lib/policy/document/as-shipped.ts";
import { type PolicyDocument, policyDocumentSchema } from "#lib/policy/document/policy-document.ts";
import { countedSubjects } from "./counted-subjects.ts";
import type { RecordedCall, RecordedTool, RehearsedAgent } from "./recorded-call.ts";
import { rehearse } from "./rehearse.ts";
import type { RecordedHistory } from "./replay-calls.ts";

/** A small installation in memory: what tests of the replay rehearse on. */

export const START = Date.parse("2026-11-16T05:00:00Z");

export function agentNamed(name: string, facts: Partial<RehearsedAgent> = {}): RehearsedAgent {
  const id = `00000000-0000-4000-8000-${Buffer.from(name.padEnd(6, "0").slice(0, 6)).toString("hex")}`;
  return { id, name, frozen: false, declared: "standard", trust: {}, hasProject: false, ...facts };
}

export function toolNamed(
  name: string,
  contract: Partial<RecordedTool["contract"]> = {},
  facts: Partial<RecordedTool> = {},
): RecordedTool {
  return {
    versionId: `version-of-${name}`,
    number: 1,
    inForce: true,
    requiresApproval: false,
    alarmed: false,
    contract: {
      name,
      safetyClass: "read",
      egressClass: "none",
      category: "file_system",
      actionType: "fs:read",
      policy: {},
      inputSchema: { type: "object" },
      ...contract,
    },
    ...facts,
  };
}

let asked = 0;

/** One call a second, in the order of making. */
export function callOf(agent: RehearsedAgent, tool: RecordedTool, facts: Partial<RecordedCall> = {}): RecordedCall {
  asked += 1;
  const askedAt = facts.askedAt ?? START + asked * 1000;
  return {
    id: `00000000-0000-7000-8000-${String(asked).padStart(12, "0")}`,
    agentId: agent.id,
    versionId: tool.versionId,
    sessionId: "s",
    taskId: null,
    askedAt,
    endedAt: askedAt + 100,
    status: "completed",
    cost: null,
    recorded: "run",
    deniedForTheMoment: false,
    ...facts,
  };
}

interface Scene {
  readonly agents: readonly RehearsedAgent[];
  readonly tools: readonly RecordedTool[];
  readonly calls: readonly RecordedCall[];
  readonly inputs?: Readonly<Record<string, unknown>>;
  readonly before?: Partial<Pick<RecordedHistory, "tallies" | "spentBefore">>;
}

export function historyOf({ agents, tools, calls, inputs = {}, before = {} }: Scene, pageSize = 3): RecordedHistory {
  return {
    calls: inPages(calls, pageSize),
    tallies: inPages([]),
    spentBefore: inPages([]),
    ...before,
    agents: async (ids) => agents.filter(({ id }) => ids.includes(id)),
    tools: async (ids) => tools.filter(({ versionId }) => ids.includes(versionId)),
    inputs: async (ids) => new Map(ids.map((id) => [id, JSON.stringify(inputs[id] ?? {})])),
  };
}

export async function* inPages<T>(items: readonly T[], size = 3): AsyncGenerator<readonly T[]> {
  for (let from = 0; from < items.length; from += size) yield items.slice(from, from + size);
}

/** The shipped policy with what a test changes in it. */
export function documentWith(change: Partial<z.input<typeof policyDocumentSchema>> = {}): PolicyDocument {
  return policyDocumentSchema.parse({ ...POLICY_AS_SHIPPED, ...change });
}

export function countedIn(documents: readonly PolicyDocument[], tools: readonly RecordedTool[]) {
  return countedSubjects(
    documents,
    tools.flatMap(({ contract }) => (contract.constraints ? [{ ...contract.constraints, tool: contract.name }] : [])),
  );
}

export function rehearseScene(scene: Scene, changed: PolicyDocument, inForce = documentWith()) {
  const counted = countedIn([inForce, changed], scene.tools);
  return rehearse(historyOf(scene), { inForce: { version: 1, document: inForce }, changed, counted, now: START });
}
