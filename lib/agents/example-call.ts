import type postgres from "postgres";

export interface ExampleCall {
  readonly tool: string;
  readonly input: Record<string, unknown>;
}

/** Tools that ship and change nothing, with an input that every workspace answers. */
const HARMLESS: readonly ExampleCall[] = [
  { tool: "list_files", input: { path: "." } },
  { tool: "read_file", input: { path: "README.md" } },
];

/** A call to begin with: one that only reads, if such a tool is in force, else whichever tool there is. */
export async function exampleCall(sql: postgres.Sql): Promise<ExampleCall> {
  const rows = await sql<{ name: string }[]>`
    select name from agents.tools_registry where state = 'active' and pinned_version_id is not null
    order by safety_class <> 'read', name limit 200`;
  const names = new Set(rows.map(({ name }) => name));
  return HARMLESS.find(({ tool }) => names.has(tool)) ?? { tool: rows[0]?.name ?? "TOOL", input: {} };
}
