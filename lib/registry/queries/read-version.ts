import type postgres from "postgres";
import { plainRows } from "#db/plain-rows.ts";
import type { ToolVersionState } from "#lib/policy/vocabulary.ts";
import type { ToolContract } from "#lib/registry/contract.ts";
import type { Finding } from "#lib/sanitise/finding.ts";

/** One version in full: the contract as it was hashed, the hash of each part, what the scanner noticed. */
export interface ToolVersionDetail {
  readonly id: string;
  readonly number: number;
  readonly state: ToolVersionState;
  readonly definitionHash: string;
  readonly bodyHash: string;
  readonly partHashes: Readonly<Record<string, string>>;
  readonly contract: ToolContract;
  readonly findings: readonly Finding[];
}

export async function readVersion(
  sql: postgres.Sql,
  toolId: string,
  number: number,
): Promise<ToolVersionDetail | undefined> {
  const [version] = plainRows(
    await sql<ToolVersionDetail[]>`
    select v.id, v.number, v.state, v.definition_hash as "definitionHash", v.body_hash as "bodyHash",
      v.part_hashes as "partHashes", v.contract, v.findings
    from agents.tool_versions v
    where v.tool_id = ${toolId} and v.number = ${number}`,
  );
  return version;
}
