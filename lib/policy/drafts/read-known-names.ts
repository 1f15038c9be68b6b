import type postgres from "postgres";
import type { KnownNames } from "#lib/policy/document/policy-problem.ts";

/** What a document may name: a rule for a tool that is not there would be a rule that nobody misses until it is needed. */
export async function readKnownNames(sql: postgres.Sql): Promise<Required<KnownNames>> {
  const [row] = await sql<Required<KnownNames>[]>`
    select array(select name from agents.tools_registry) as tools, array(select name from agents.agents) as agents,
      array(select name from agents.action_types) as "actionTypes", (extract(epoch from now()) * 1000)::float8 as now`;
  if (!row) throw new Error("The database gave no names.");
  return row;
}
