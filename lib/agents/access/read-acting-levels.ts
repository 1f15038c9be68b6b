import type postgres from "postgres";
import { compilePolicy } from "#lib/policy/decision/compile-policy.ts";
import { readPolicyInForce } from "#lib/policy/versions/read-policy-in-force.ts";
import type { AccessLevel } from "#lib/policy/vocabulary.ts";
import { explainGrants } from "./explain-grant.ts";
import { readAgentTrust } from "./read-agent-trust.ts";

/** Every level that an agent acts at, whichever kind of tools it is with; the one that most kinds share is first. */
export async function readActingLevels(
  sql: postgres.Sql,
  { id, name, accessLevel }: { readonly id: string; readonly name: string; readonly accessLevel: AccessLevel },
): Promise<readonly string[]> {
  const [{ document }, trust] = await Promise.all([readPolicyInForce(sql), readAgentTrust(sql, id)]);
  const groups = explainGrants(compilePolicy(document), { name, declared: accessLevel, trust });
  return [...new Set(groups.map(({ level }) => level))];
}
