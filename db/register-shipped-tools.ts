import type { Sql, TransactionSql } from "postgres";
import { hashDefinition } from "#lib/registry/hash.ts";
import type { Registration } from "#lib/tools/register.ts";
import { pinUnreviewed, registerVersion } from "./register-version.ts";

/**
 * Puts the tools that ship with Airlock into the registry. The first version of each is in force at once: it came with
 * the program that enforces it. A changed one waits for a reviewer, like anybody's.
 */
export async function registerShippedTools(admin: Sql, registrations: readonly Registration[]): Promise<string[]> {
  return admin.begin(async (sql) => {
    const registered: string[] = [];
    for (const registration of registrations) {
      if (await isKnown(sql, registration)) continue;
      await registerOne(sql, registration);
      registered.push(registration.contract.name);
    }
    return registered;
  });
}

async function isKnown(sql: TransactionSql, { contract }: Registration): Promise<boolean> {
  const rows = await sql`
    select from agents.tool_versions v join agents.tools_registry t on t.id = v.tool_id
    where t.name = ${contract.name} and v.definition_hash = ${hashDefinition(contract)}`;
  return rows.length > 0;
}

async function registerOne(sql: TransactionSql, { contract, bundle, findings }: Registration): Promise<void> {
  const version = await registerVersion(sql, contract, bundle?.code ?? null, { source: "shipped", findings });
  if (version.number === 1) await pinUnreviewed(sql, version.id, "Ships with Airlock.");
  else await sql`select airlock.ask_for_review(v) from agents.tool_versions v where v.id = ${version.id}`;
  await sql`
    select audit.append('system', 'tool_version.registered', ${`tool_version:${version.id}`},
      ${sql.json({ tool: contract.name, number: version.number, definitionHash: hashDefinition(contract) })})`;
}
