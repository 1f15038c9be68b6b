import type postgres from "postgres";
import { plainRows } from "#db/plain-rows.ts";

export interface SettingItem {
  readonly name: string;
  readonly value: number;
  readonly least: number;
  readonly most: number;
  readonly unit: string;
  readonly description: string;
  /** Null: as installed. */
  readonly changedBy: string | null;
  readonly changedAt: string | null;
}

/** Numbers an admin may change, with the bounds that the database holds them to. */
export async function listSettings(sql: postgres.Sql): Promise<SettingItem[]> {
  return plainRows(
    await sql<SettingItem[]>`
    select s.name, s.value::float8 as value, s.least::float8 as least, s.most::float8 as most, s.unit, s.description,
      p.name as "changedBy", s.changed_at as "changedAt"
    from agents.settings s left join agents.people p on p.id = s.changed_by
    order by regexp_replace(s.name, '_(low|medium|high|dual)$', ''),
      array_position(array['low', 'medium', 'high', 'dual'], substring(s.name from '[a-z]+$')), s.name`,
  );
}
