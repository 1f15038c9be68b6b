import type postgres from "postgres";
import type { Decision } from "#lib/approvals/decide-invocation.ts";
import { done, type Outcome, refuse } from "#lib/errors/outcome.ts";
import { strictest } from "#lib/policy/decision/strictest.ts";
import type { TraceLine, Verdict } from "#lib/policy/decision-trace.ts";
import { describeEffect } from "#lib/policy/effect.ts";
import { type ToolContract, toolContractSchema } from "#lib/registry/contract.ts";
import { parseStrict } from "#lib/registry/parse-strict.ts";
import { checkUnder, type InputProblem, problemsOf } from "#lib/registry/trial/check-under.ts";
import { readTrialTerms, type TrialTerms } from "#lib/registry/trial/read-trial-terms.ts";
import { argumentAlarmApart } from "#lib/threads/read-arguments.ts";

/** A changed input, checked as the gateway checks what an agent asks; nothing is written yet. */
export interface CheckedEdit {
  /** RFC 8785 text. */
  readonly input: string;
  readonly effect: string;
  /** The lines of the check stage, which are stored with the revision. */
  readonly checks: readonly TraceLine[];
  /** What it would reach. */
  readonly targets: readonly string[];
  /** The lines and what the database itself would say now. */
  readonly lines: readonly TraceLine[];
  readonly verdict: Verdict;
  /** Why it does not fit the schema, place by place. */
  readonly problems: readonly InputProblem[];
}

/** As the database adds it: what people edit, other people decide. */
const EDITED: TraceLine = {
  rule: "input.edited",
  stage: "decide",
  concluded: "hold",
  people: 1,
  saw: "edited by a person",
  sentence: "What people edit, other people decide.",
};

/** Runs the policy on a changed input, for the agent as it is now and the version that was asked for. */
export async function checkEdit(
  sql: postgres.Sql,
  token: string,
  { id }: Pick<Decision, "id">,
  text: string,
): Promise<Outcome<CheckedEdit>> {
  const read = parseStrict(text);
  if (!read.ok) return refuse("edit_refused", `The input cannot be read: ${read.message}`);
  const asked = await readAsked(sql, id);
  if (!asked) return refuse("not_found");
  const [terms] = await readTrialTerms(sql, token, asked.toolId, [asked.agentId]);
  const contract = toolContractSchema.safeParse(asked.contract).data;
  if (!terms || !contract) return refuse("tool_not_runnable", "This call's tool cannot be read.");
  return judge(contract, terms, read.value);
}

async function judge(contract: ToolContract, terms: TrialTerms, input: unknown): Promise<Outcome<CheckedEdit>> {
  const checked = checkUnder(terms, contract, input);
  const canonical = checked.ok ? checked.value.canonicalInput : checked.canonicalInput;
  if (canonical === undefined) return refuse("edit_refused", "The input is not JSON that can be kept exactly.");
  const alarm = checked.ok ? await argumentAlarmApart(canonical) : undefined;
  const checks = [...(checked.ok ? checked.value.lines : checked.lines), ...(alarm ? [alarm] : [])];
  // Constraints count the calls of a session, which a trial does not have; the database counts when it is saved.
  const lines = [...checks, ...terms.lines.filter(({ rule }) => !rule.startsWith("constraint.")), EDITED];
  return done({
    input: canonical,
    effect: describeEffect(contract, JSON.parse(canonical)),
    checks,
    targets: checked.ok ? checked.value.targets : [],
    lines,
    verdict: strictest(lines),
    problems: checked.ok ? [] : problemsOf(checked.details),
  });
}

interface Asked {
  readonly toolId: string;
  readonly agentId: string;
  readonly contract: unknown;
}

async function readAsked(sql: postgres.Sql, id: string): Promise<Asked | undefined> {
  const [row] = await sql<Asked[]>`
    select i.tool_id as "toolId", i.agent_id as "agentId", v.contract
    from agents.tool_invocations i join agents.tool_versions v on v.id = i.tool_version_id where i.id = ${id}`;
  return row;
}
