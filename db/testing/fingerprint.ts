import type { Sql } from "postgres";

/** Written by whoever merely looks, so that people see who was there; no record of anything. */
const HINTS: Readonly<Record<string, string>> = {
  "agents.agent_key_uses": "used_at",
  "agents.sessions": "last_seen_at",
};

/** What a key has left of its allowance: every request costs some of it, also one that is refused, and that is what it is for. */
const ALLOWANCES = "agents.key_allowances";

/** A digest of every row of every table of ours: equal before and after means that nothing was written, changed or taken away. */
export async function fingerprint(admin: Sql): Promise<Record<string, string>> {
  const tables = await admin<{ name: string }[]>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname in ('agents', 'audit', 'airlock', 'graphile_worker')
      and format('%I.%I', schemaname, tablename) <> ${ALLOWANCES} order by 1`;
  const parts = tables.map(({ name }) => {
    const row = `md5((to_jsonb(t)${HINTS[name] ? ` - '${HINTS[name]}'` : ""})::text)`;
    return `select '${name}' as name, concat(count(*), ' rows ', md5(string_agg(${row}, '' order by ${row}))) as digest from ${name} t`;
  });
  const rows = await admin.unsafe<{ name: string; digest: string }[]>(
    `${parts.join(" union all ")} order by name`,
    [],
    {
      prepare: true,
    },
  );
  return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]));
}
