import type postgres from "postgres";
import { plainRows } from "#db/plain-rows.ts";
import type { Viewer } from "#lib/sessions/session.ts";
import type { ActionItem } from "./other-item.ts";
import { readQuestion } from "./read-question.ts";

interface ActionRow extends Pick<ActionItem, "agent" | "actionType" | "payload" | "justification" | "held"> {
  readonly ownerId: string;
  readonly frozen: boolean;
  readonly stopped: boolean;
  /** The policy changed, and the next sweep decides it anew. */
  readonly stale: boolean;
}

/** Something that an agent means to do without a tool of ours. */
export async function readActionItem(sql: postgres.Sql, viewer: Viewer, id: string): Promise<ActionItem | undefined> {
  const [row] = plainRows(
    await sql<ActionRow[]>`
    select jsonb_build_object('id', g.id, 'name', g.name, 'accessLevel', g.access_level, 'owner', o.name) as agent,
      c.action_type as "actionType", c.payload, c.justification, g.owner_id as "ownerId", g.frozen_at is not null as frozen,
      array(
        select line ->> 'sentence' from jsonb_array_elements(c.trace -> 'lines') line where line ->> 'concluded' = 'hold'
      ) as held,
      exists (
        select from agents.kill_switches k
        where k.released_at is null and (k.scope = 'global' or (k.scope = 'agent' and k.target_id = g.id))
      ) as stopped,
      c.policy_version <> (select f.version from agents.policy_in_force f) as stale
    from agents.actions c
    join agents.agents g on g.id = c.agent_id
    join agents.people o on o.id = g.owner_id
    where c.id = ${id}`,
  );
  if (!row) return undefined;
  const { ownerId, frozen, stopped, stale, ...action } = row;
  const question = await readQuestion(sql, viewer, {
    kind: "action",
    id,
    effect: `Let ${action.agent.name} do ${action.actionType}`,
    stakes: [[ownerId, "you own this agent"]],
    halted: haltOf(row),
  });
  return question && { ...question, ...action, kind: "action" };
}

function haltOf({ frozen, stopped, stale }: ActionRow): string | null {
  if (frozen) return "this agent is frozen";
  if (stopped) return "calls are stopped by the kill switch";
  return stale ? "the policy has changed, and it is being decided again" : null;
}
