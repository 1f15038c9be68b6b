import type postgres from "postgres";
import { done, type Outcome, refuse } from "#lib/errors/outcome.ts";
import { strictest } from "#lib/policy/decision/strictest.ts";
import type { DecisionTrace, TraceLine } from "#lib/policy/decision-trace.ts";
import { describeEffect } from "#lib/policy/effect.ts";
import { type ToolContract, toolContractSchema } from "#lib/registry/contract.ts";
import type { McpTransport } from "#lib/registry/mcp/server-configuration.ts";
import { parseStrict } from "#lib/registry/parse-strict.ts";
import { type PlanPreview, previewPlan } from "#lib/sandbox/preview-plan.ts";
import { checkUnder, type InputProblem, problemsOf } from "./check-under.ts";
import { judgeRunnable, readTrialTerms, type TrialTerms } from "./read-trial-terms.ts";

/** What would become of a call, were it asked now. */
export interface TriedCall {
  readonly agent: string;
  readonly definitionHash: string;
  readonly trace: DecisionTrace;
  /** What a person would read first on the approval. */
  readonly effect: string;
  /** Why the input does not fit, place by place. */
  readonly problems: readonly InputProblem[];
  readonly plan: PlanPreview;
}

interface Trial {
  readonly toolId: string;
  readonly agentId: string;
  readonly input: string;
}

/**
 * Asks as this agent, without asking: the check stage is the gateway's own, the lines of the decision are the database's own, and
 * nothing is written, held or run. Constraints that count the calls of a session see a session without calls.
 */
export async function tryCall(
  sql: postgres.Sql,
  token: string,
  { toolId, agentId, input }: Trial,
): Promise<Outcome<TriedCall>> {
  const read = parseStrict(input);
  if (!read.ok) return refuse("invalid_input", `The input cannot be read: ${read.message}`);
  const [terms] = await readTrialTerms(sql, token, toolId, [agentId]);
  if (!terms) return refuse("not_found", "There is no such agent or tool.");
  const { contract, transport } = await readContract(sql, terms.versionId);
  if (!contract || terms.definitionHash === null) {
    return refuse("tool_not_runnable", "This tool has no version in force: there is nothing to try.");
  }
  const checked = check(contract, terms, read.value);
  const lines = [...checked.lines, ...terms.lines];
  const { policyVersion, tier } = terms;
  return done({
    agent: terms.agentName,
    definitionHash: terms.definitionHash,
    trace: { version: 1, policyVersion, tier, verdict: strictest(lines), lines },
    effect: describeEffect(contract, read.value),
    problems: checked.problems,
    plan: previewPlan(
      contract,
      { grant: terms.grants, narrowings: terms.narrowings },
      terms.projectRoot !== null,
      transport,
    ),
  });
}

interface Checked {
  readonly lines: readonly TraceLine[];
  readonly problems: TriedCall["problems"];
}

function check(contract: ToolContract, terms: TrialTerms, input: unknown): Checked {
  const outcome = checkUnder(terms, contract, input);
  const stopped = judgeRunnable(contract.name, terms);
  if (outcome.ok) return { lines: [...stopped, ...outcome.value.lines], problems: [] };
  return { lines: [...stopped, ...outcome.lines], problems: problemsOf(outcome.details) };
}

interface InForce {
  readonly contract: ToolContract | undefined;
  readonly transport: McpTransport | null;
}

async function readContract(sql: postgres.Sql, versionId: string | null): Promise<InForce> {
  const [row] = await sql<{ contract: unknown; transport: McpTransport | null }[]>`
    select v.contract, s.transport from agents.tool_versions v left join agents.mcp_servers s on s.id = v.server_id
    where v.id = ${versionId}`;
  return { contract: toolContractSchema.safeParse(row?.contract).data, transport: row?.transport ?? null };
}
