import type postgres from "postgres";
import { sendHint } from "#db/send-hint.ts";
import { done, type Outcome } from "#lib/errors/outcome.ts";
import type { TrustLevel } from "#lib/policy/document/trust-section.ts";
import type { TrustScope } from "./levels.ts";
import { readEvidence } from "./queries/read-evidence.ts";

interface OfAgent {
  readonly agentId: string;
  readonly category: TrustScope;
  readonly reason: string;
}

/** `proposed`: another person is asked first, and sees what the agent's work comes to at this moment. */
export async function setTrust(
  sql: postgres.Sql,
  token: string,
  { agentId, category, level, reason }: OfAgent & { level: TrustLevel },
): Promise<Outcome<{ status: "applied" | "proposed" }>> {
  const evidence = await readEvidence(sql, { agentId, category });
  const [row] = await sql<{ answer: { status: "applied" | "proposed" } }[]>`
    select agents.fn_set_trust(${token}, ${agentId}, ${category}, ${level}, ${reason}, ${sql.json({ ...evidence } as never)}) as answer`;
  sendHint(sql, "airlock_events");
  return done({ status: row?.answer.status ?? "applied" });
}

/** Stops an agent from rising by itself, or lets it rise again. */
export async function freezeTrust(
  sql: postgres.Sql,
  token: string,
  { agentId, category, frozen, reason }: OfAgent & { frozen: boolean },
): Promise<Outcome<null>> {
  await sql`select agents.fn_freeze_trust(${token}, ${agentId}, ${category}, ${frozen}, ${reason})`;
  return done(null);
}

/** What an incident takes away is taken before this returns. */
export async function reportIncident(
  sql: postgres.Sql,
  token: string,
  { agentId, category, severity, reason }: OfAgent & { severity: "minor" | "critical" },
): Promise<Outcome<null>> {
  await sql`select agents.fn_report_incident(${token}, ${agentId}, ${category}, ${severity}, ${reason})`;
  sendHint(sql, "airlock_events");
  return done(null);
}

export interface Feedback {
  readonly agentId: string;
  readonly taskId: string;
  readonly quality: number;
  readonly difficulty?: number | undefined;
  readonly note?: string | undefined;
}

/** Says how good a task was; it counts where the agent's calls of that task do. `full`: kept, but this person has praised it often enough. */
export async function giveFeedback(
  sql: postgres.Sql,
  token: string,
  { agentId, taskId, quality, difficulty, note }: Feedback,
): Promise<Outcome<{ counted: readonly string[]; full: boolean }>> {
  const [row] = await sql<{ answer: { counted: string[]; full: boolean } }[]>`
    select agents.fn_give_feedback(${token}, ${agentId}, ${taskId}, null, ${quality}, ${difficulty ?? null}, ${note ?? null}) as answer`;
  return done({ counted: row?.answer.counted ?? [], full: row?.answer.full ?? false });
}
