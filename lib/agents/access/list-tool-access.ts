import type postgres from "postgres";
import { plainRows } from "#db/plain-rows.ts";
import type { DecidedAgent } from "#lib/policy/decision/acting-grant.ts";
import { NO_HISTORY } from "#lib/policy/decision/call-history.ts";
import type { CompiledPolicy } from "#lib/policy/decision/compile-policy.ts";
import { decide } from "#lib/policy/decision/decide.ts";
import type { TraceLine, Verdict } from "#lib/policy/decision-trace.ts";
import type { Category, EgressClass, SafetyClass } from "#lib/policy/vocabulary.ts";
import { readCallableTools, type ToolRow } from "./read-callable-tools.ts";

/** What would become of an agent's call of a tool, before any input is seen. */
export interface ToolAccess {
  readonly tool: string;
  readonly category: Category;
  readonly safetyClass: SafetyClass;
  readonly egressClass: EgressClass;
  readonly verdict: Verdict;
  /** The line that decided; null where nothing holds or refuses it. */
  readonly because: TraceLine | null;
}

export const TOOLS_A_PAGE = 50;

interface Asked {
  readonly policy: CompiledPolicy;
  readonly policyVersion: number;
  readonly agent: DecidedAgent & { readonly frozen: boolean };
  readonly now: number;
}

/** Tools by name, as many as a page shows, each with the answer that this agent would get. */
export async function listToolAccess(
  sql: postgres.Sql,
  asked: Asked,
  { words, after }: { words?: string | undefined; after?: string | undefined },
): Promise<{ items: ToolAccess[]; next: string | undefined }> {
  const rows = plainRows(await readCallableTools(sql, { words, after, limit: TOOLS_A_PAGE + 1 }));
  const items = rows.slice(0, TOOLS_A_PAGE).map((row) => accessTo(row, asked));
  return { items, next: rows.length > TOOLS_A_PAGE ? items.at(-1)?.tool : undefined };
}

function accessTo({ contract, toolState, versionState, requiresApproval, alarmed }: ToolRow, asked: Asked): ToolAccess {
  const { verdict, lines } = decide({
    ...asked,
    contract,
    toolState,
    versionState,
    requiresApproval,
    signals: { alarm: alarmed, drifted: false, firstSeenTarget: false },
    history: NO_HISTORY,
  });
  const decided = ({ concluded, people = 1 }: TraceLine) =>
    concluded === verdict.kind && (verdict.kind !== "hold" || people === verdict.people);
  const because = verdict.kind === "run" ? null : (lines.find(decided) ?? null);
  const { name, category, safetyClass, egressClass } = contract;
  return { tool: name, category, safetyClass, egressClass, verdict, because };
}
