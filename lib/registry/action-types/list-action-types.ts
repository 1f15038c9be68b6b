import type postgres from "postgres";
import { plainRows } from "#db/plain-rows.ts";
import { builtInWords } from "./built-in-words.ts";

export interface ActionTypeItem {
  readonly name: string;
  readonly description: string;
  readonly builtIn: boolean;
  readonly createdBy: string | null;
  readonly createdAt: string;
  readonly tools: number;
}

/** Every kind of action there is: the registered ones first, for those are what somebody looks for. */
export async function listActionTypes(sql: postgres.Sql): Promise<ActionTypeItem[]> {
  const types = plainRows(
    await sql<ActionTypeItem[]>`
    select a.name, a.description, a.built_in as "builtIn", p.name as "createdBy", a.created_at as "createdAt", coalesce(t.tools, 0) as tools
    from agents.action_types a
    left join agents.people p on p.id = a.created_by
    left join (
      select r.action_type, count(*)::int as tools from agents.tools_registry r where r.state <> 'retired' group by 1
    ) t on t.action_type = a.name
    order by a.built_in, a.name`,
  );
  return types.map((type) => ({ ...type, description: type.description || builtInWords(type.name) }));
}
