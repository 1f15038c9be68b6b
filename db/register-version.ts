import type { Sql, TransactionSql } from "postgres";
import type { ToolSource } from "#lib/policy/vocabulary.ts";
import { canonicalJson } from "#lib/registry/canonical-json.ts";
import type { ToolContract } from "#lib/registry/contract.ts";
import { bodyHash, partHashes } from "#lib/registry/hash.ts";
import { nameKeys } from "#lib/registry/names.ts";
import type { RegistryFinding } from "#lib/registry/scan/finding.ts";

export interface RegisteredVersion {
  readonly id: string;
  readonly number: number;
}

/** Writes a contract as the next version of its tool, under review. As owner: the loaders' way in, not an author's. */
export async function registerVersion(
  sql: Sql | TransactionSql,
  contract: ToolContract,
  code: string | null,
  { source = "sdk", findings = [] }: { source?: ToolSource; findings?: readonly RegistryFinding[] } = {},
): Promise<RegisteredVersion> {
  const { skeleton, folded } = nameKeys(contract.name);
  const [made] = await sql<{ id: string }[]>`
    select airlock.register_version(${canonicalJson(contract)}, ${bodyHash(contract)}, ${sql.json(partHashes(contract))},
      ${skeleton}, ${folded}, ${sql.json([...findings])}, ${code}, null, ${source}) as id`;
  const [version] = await sql<RegisteredVersion[]>`
    select id, number from agents.tool_versions where id = ${made?.id ?? null}`;
  if (version) return version;
  throw new Error(`${contract.name} was not registered`);
}

/** Puts a version in force without a reviewer, with the reason why that is right. */
export async function pinUnreviewed(sql: Sql | TransactionSql, versionId: string, reason: string): Promise<void> {
  await sql`
    update agents.tool_versions set state = 'approved', decided_at = now(), decision_reason = ${reason}
    where id = ${versionId}`;
  await sql`select airlock.pin_version(${versionId})`;
}
