import type postgres from "postgres";
import { plainRows } from "#db/plain-rows.ts";
import type { CallDiff } from "./call-diff.ts";
import { compareCalls } from "./compare-calls.ts";

/** What people made of the input that the agent asked for. */
export interface EditedCall {
  /** Each in its turn, the first one first. */
  readonly edits: readonly Edit[];
  /** The input that the agent proposed, as it was sent. */
  readonly proposed: string;
  /** From what the agent asked to what would run. */
  readonly diff: CallDiff | null;
}

export interface Edit {
  readonly revision: number;
  readonly by: string;
  readonly at: string | null;
  readonly reason: string | null;
}

/** Null for a call that runs as it was asked. */
export async function readEdit(sql: postgres.Sql, id: string, effective: string): Promise<EditedCall | null> {
  const edits = plainRows(
    await sql<Edit[]>`
    select n.revision, p.name as by, to_timestamp(e.at_us / 1000000.0) as at, e.body::jsonb ->> 'reason' as reason
    from agents.invocation_inputs n
    join agents.people p on p.id = n.edited_by
    left join audit.events e on e.subject = ${`invocation:${id.toLowerCase()}`} and e.action = 'invocation.edited'
      and (e.body::jsonb ->> 'revision')::int = n.revision
    where n.invocation_id = ${id}
    order by n.revision`,
  );
  if (edits.length === 0) return null;
  const [first] = await sql<{ input: string }[]>`
    select n.input from agents.invocation_inputs n where n.invocation_id = ${id} order by n.revision limit 1`;
  if (!first) return null;
  return { edits, proposed: first.input, diff: compareCalls(first.input, effective) ?? null };
}
