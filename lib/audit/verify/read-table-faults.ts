import type postgres from "postgres";
import type { LogRecord } from "./log-record.ts";

/** What makes a table show one reader other rows than the next; the first that applies to it is named. */
const FAULTS = {
  not_plain: "is not a plain table",
  row_security: "has row security",
  rule: "has a rule",
  inheritance: "inherits, or is inherited from",
  computed_column: "has a column that is computed",
} as const;

export type TableFault = keyof typeof FAULTS;
export const TABLE_FAULTS = Object.keys(FAULTS) as TableFault[];

/** A proof by the auditor's eyes is worth nothing where the tables can show others something else. */
export async function readTableFaults(snapshot: postgres.ISql): Promise<(LogRecord & { type: "table" })[]> {
  const rows = await snapshot<{ table: string; fault: TableFault }[]>`
    select n.nspname || '.' || c.relname as "table", f.fault
    from pg_catalog.pg_class c
    join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    cross join lateral (
      select case
        when c.relkind <> 'r' then 'not_plain'
        when c.relrowsecurity or c.relforcerowsecurity then 'row_security'
        when exists (select from pg_catalog.pg_rewrite r where r.ev_class = c.oid) then 'rule'
        when exists (select from pg_catalog.pg_inherits i where c.oid in (i.inhparent, i.inhrelid)) then 'inheritance'
        when exists (select from pg_catalog.pg_attribute a where a.attrelid = c.oid and a.attgenerated <> '') then 'computed_column'
      end as fault
    ) f
    where n.nspname = 'audit' and c.relname in ('events', 'lanes') and f.fault is not null
    order by c.relname`;
  return rows.map(({ table, fault }) => ({ type: "table", table, fault, sentence: sayTableFault(table, fault) }));
}

export function sayTableFault(table: string, fault: TableFault): string {
  return `${table} ${FAULTS[fault]}: it may show every reader something else.`;
}
