import type postgres from "postgres";
import { plainRows } from "#db/plain-rows.ts";

/** A kept credential, as far as anybody may see it. */
export interface SecretItem {
  readonly name: string;
  readonly version: number;
  /** The id of the key that opens it; a dispatcher with another refuses calls that need it. */
  readonly sealedTo: string;
  readonly createdBy: string;
  readonly createdAt: string;
  /** Tools in force that name it. */
  readonly tools: readonly string[];
}

export async function listSecrets(sql: postgres.Sql): Promise<SecretItem[]> {
  return plainRows(
    await sql<SecretItem[]>`
      select s.name, s.version, s.sealed_to as "sealedTo", p.name as "createdBy", s.created_at as "createdAt",
        array(
          select t.name from agents.tools_registry t join agents.tool_versions v on v.id = t.pinned_version_id
          where t.state <> 'retired' and v.contract #> '{requires,secrets}' ? s.name order by t.name limit 50) as tools
      from agents.secrets s join agents.people p on p.id = s.created_by
      where s.retired_at is null order by s.name`,
  );
}
