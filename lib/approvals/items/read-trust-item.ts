import type postgres from "postgres";
import { z } from "zod";
import { plainRows } from "#db/plain-rows.ts";
import type { Viewer } from "#lib/sessions/session.ts";
import type { TrustEvidenceShown, TrustItem } from "./other-item.ts";
import { readQuestion } from "./read-question.ts";

interface TrustRow
  extends Pick<TrustItem, "agent" | "category" | "from" | "to" | "proposedBy" | "reason" | "ceilingTo"> {
  readonly evidence: unknown;
  readonly proposerId: string | null;
  readonly ownerId: string;
}

/** A step of trust that another person has to take. */
export async function readTrustItem(sql: postgres.Sql, viewer: Viewer, id: string): Promise<TrustItem | undefined> {
  const [row] = plainRows(
    await sql<TrustRow[]>`
    select jsonb_build_object('id', g.id, 'name', g.name, 'accessLevel', g.access_level, 'owner', o.name) as agent,
      c.category, c.from_level as from, c.to_level as to, p.name as "proposedBy", c.reason, c.evidence, c.ceiling_to as "ceilingTo",
      c.proposed_by as "proposerId", g.owner_id as "ownerId"
    from agents.trust_changes c
    join agents.agents g on g.id = c.agent_id
    join agents.people o on o.id = g.owner_id
    left join agents.people p on p.id = c.proposed_by
    where c.id = ${id}`,
  );
  if (!row) return undefined;
  const { evidence, proposerId, ownerId, ...change } = row;
  const where = change.category === "all" ? "in everything" : `in ${change.category}`;
  const question = await readQuestion(sql, viewer, {
    kind: "trust_change",
    id,
    effect: `Trust ${change.agent.name} as ${change.to} ${where}, ${change.from ? `up from ${change.from}` : "for the first time"}`,
    stakes: [
      [proposerId, "you asked for it"],
      [ownerId, "you own this agent"],
    ],
    halted: null,
  });
  return question && { ...question, ...change, kind: "trust_change", evidence: evidenceOf(evidence) };
}

const part = z.object({ name: z.string(), value: z.number(), weight: z.number() });
const counts = { completed: z.number(), failed: z.number(), denied: z.number(), tasks: z.number() };
const verdicts = { approved: z.number(), rejected: z.number() };
/** What the evaluator found, or what the agent's work came to when a person asked. */
const moveEvidence = z.object({
  strategy: z.string(),
  score: z.number(),
  parts: z.array(part),
  ...counts,
  ...verdicts,
});
function evidenceOf(evidence: unknown): TrustEvidenceShown | null {
  const found = moveEvidence.safeParse(evidence);
  if (!found.success) return null;
  const { strategy, score, parts, ...counted } = found.data;
  return { strategy, score, parts, counts: Object.entries(counted).map(([name, count]) => ({ name, count })) };
}
