import type { Sql } from "postgres";
import { z } from "zod";
import { sendHint } from "#db/send-hint.ts";
import { cleaningTerms } from "#lib/dispatch/cleaning-for-call.ts";
import type { Ending } from "#lib/dispatch/complete.ts";
import { judgeOutputApart, judgeWordsApart } from "#lib/dispatch/judge-apart.ts";
import { attempt } from "#lib/errors/attempt.ts";
import { done, type Outcome, refuse } from "#lib/errors/outcome.ts";
import type { SealOutput } from "#lib/outputs/seal-output.ts";
import { classCleaningSchema } from "#lib/policy/document/class-cleaning.ts";
import { toolContractSchema } from "#lib/registry/contract.ts";
import type { AgentView } from "./agent-view.ts";
import type { ResultRequest } from "./requests.ts";

const lateSchema = z.object({ late: z.literal(true), status: z.string() });
const termsSchema = z.object({
  /** Whether it still runs; a report that is on record already is answered with that. */
  open: z.boolean(),
  contract: toolContractSchema,
  cleaning: classCleaningSchema.nullable(),
});

/**
 * Records the result of a call that the agent's own runtime ran: judged by the contract, cleaned and sealed as if a sandbox had brought
 * it, under the lease of its runner. The agent reads back the cleaned value like any other. Reports of one call take turns: cleaning
 * costs, and only the first of them can count; the others find it on record.
 */
export async function reportResult(
  sql: Sql,
  key: string,
  id: string,
  report: ResultRequest,
  seal: SealOutput,
): Promise<Outcome<AgentView>> {
  const name = JSON.stringify([key, id]);
  const record = () => recordOnce(sql, key, id, report, seal);
  const turn = (turns.get(name) ?? Promise.resolve()).then(record, record);
  turns.set(name, turn);
  try {
    return await turn;
  } finally {
    if (turns.get(name) === turn) turns.delete(name);
  }
}

/** The last report under way of each call. */
const turns = new Map<string, Promise<unknown>>();

async function recordOnce(
  sql: Sql,
  key: string,
  id: string,
  report: ResultRequest,
  seal: SealOutput,
): Promise<Outcome<AgentView>> {
  const { runner, fence } = report;
  const found = await attempt(
    () => sql<{ terms: unknown }[]>`
      select agents.fn_external_terms(${key}, ${id}, ${runner}, ${fence}, ${report.status}) as terms`,
  );
  if (!found.ok) return found;
  const late = lateSchema.safeParse(found.value[0]?.terms);
  if (late.success) return isLate(late.data.status);
  const terms = termsSchema.parse(found.value[0]?.terms);
  const ending = terms.open ? await judge(terms, report) : nothing(report);
  const raw = ending.raw && seal(id, ending.raw);
  const json = (value: unknown) => JSON.stringify(value ?? null);
  const recorded = await attempt(
    () => sql<{ view: AgentView | { late: true; status: string } }[]>`
      select agents.fn_report_external(
        ${key}, ${id}, ${runner}, ${fence}, ${ending.status}, ${raw?.sealed ?? null}, ${ending.cleanedJson ?? "null"}::text::jsonb,
        ${json(ending.findings)}::text::jsonb, ${json(ending.run)}::text::jsonb, ${ending.errorCode ?? null}, ${ending.reason ?? null},
        ${report.cost_estimate ?? null}, ${raw?.sealedTo ?? null}, ${raw?.digest ?? null}, ${ending.altered ?? false}) as view`,
  );
  if (!recorded.ok) return recorded;
  sendHint(sql, "airlock_events");
  const view = recorded.value[0]?.view;
  if (!view) return refuse("internal");
  return "late" in view ? isLate(view.status) : done(view);
}

/** It says how the call stands and not who has it: the fence of another runner is nobody else's. */
function isLate(status: string): Outcome<AgentView> {
  return refuse("lease_lost", `The call is ${status}, and this lease is not the one it runs under.`, { status });
}

async function judge({ contract, cleaning }: z.infer<typeof termsSchema>, report: ResultRequest): Promise<Ending> {
  const how = cleaningTerms({ contract, cleaning });
  const judged =
    report.status === "failed"
      ? await judgeWordsApart("tool_failed", report.error, how)
      : await judgeOutputApart(contract, report.output, how);
  return { ...judged, run: {} };
}

/** The record stands; what is sent beside it changes nothing. */
function nothing({ status }: ResultRequest): Ending {
  return { status, findings: [], run: {} };
}
