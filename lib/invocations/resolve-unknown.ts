import type postgres from "postgres";
import { done, type Outcome } from "#lib/errors/outcome.ts";

export const RESOLUTIONS = ["completed", "failed"] as const;
/** What a person found out: it took effect, or it did not. */
export type ResolvedAs = (typeof RESOLUTIONS)[number];

/** Which run the person looked for: taken at render, never looked up again. */
export interface SeenRun {
  readonly id: string;
  readonly fence: number;
}

export interface Resolved {
  readonly id: string;
  readonly status: ResolvedAs;
}

/** Ends an unknown outcome with what a person found outside. The reason goes to the agent. */
export async function resolveUnknown(
  sql: postgres.Sql,
  token: string,
  { id, fence }: SeenRun,
  outcome: ResolvedAs,
  reason: string,
): Promise<Outcome<Resolved>> {
  const [row] = await sql<{ resolved: Resolved }[]>`
    select agents.fn_resolve_unknown_invocation(${token}, ${id}, ${fence}, ${outcome}, ${reason}) as resolved`;
  if (!row) throw new Error("The database gave no answer to a resolution.");
  return done(row.resolved);
}
