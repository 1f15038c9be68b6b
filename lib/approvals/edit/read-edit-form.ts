import type postgres from "postgres";
import { isUuid } from "#db/is-uuid.ts";
import type { Decision } from "#lib/approvals/decide-invocation.ts";
import { type FormField, fieldsOf } from "./form-fields.ts";

/** What a person edits: the newest input of a call, in the shape that its tool's version asks for. */
export interface EditForm extends Decision {
  readonly tool: string;
  /** Null: the input is not an object, or cannot be read; then there is nothing to fill in. */
  readonly fields: readonly FormField[] | null;
  /** Checks and hooks that nobody can ask about another input; no edit is taken then. */
  readonly unasked: string | null;
}

type Row = Pick<EditForm, "id" | "revision" | "digest" | "tool" | "unasked"> & {
  readonly input: string;
  readonly schema: Record<string, unknown> | null;
};

export async function readEditForm(sql: postgres.Sql, token: string, id: string): Promise<EditForm | undefined> {
  if (!isUuid(id)) return undefined;
  const [row] = await sql<Row[]>`
    select i.id, i.revision, i.binding_digest as digest, t.name as tool, n.input, v.contract -> 'inputSchema' as schema,
      agents.fn_unasked_sayers(${token}, i.id) as unasked
    from agents.tool_invocations i
    join agents.invocation_inputs n on n.invocation_id = i.id and n.revision = i.revision
    join agents.tools_registry t on t.id = i.tool_id
    join agents.tool_versions v on v.id = i.tool_version_id
    where i.id = ${id} and i.status = 'pending'`;
  if (!row) return undefined;
  const { input, schema, ...seen } = row;
  return { ...seen, fields: fieldsOf(schema ?? {}, input) };
}
