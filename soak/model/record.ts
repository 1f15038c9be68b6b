import { digestOf } from "./perform.ts";
import { inputOf } from "./rules.ts";
import type { Stage } from "./stage.ts";
import type { World } from "./world.ts";

/** What is on record about the calls of a run, told the same way by the model and by the database. */
interface RunRecord {
  readonly calls: readonly unknown[];
  readonly events: readonly string[];
}

export function recordOfModel(stage: Stage, world: World): RunRecord {
  return {
    calls: world.calls.map((call) => ({
      status: call.status,
      approvalStatus: call.approvalStatus,
      required: call.required,
      tier: call.tier,
      revision: call.revision,
      policyVersion: inputOf(call).policyVersion,
      digest: digestOf(stage, call),
      bypassed: call.bypassed,
      claimed: call.worker !== null,
      worker: call.worker,
      fence: call.fence,
      runs: call.fence,
      cancelRequested: call.cancelRequested,
      errorCode: call.errorCode,
      expiryKind: call.expiryKind,
      cost: call.cost,
      approvals: call.approvals,
      votes: call.votes.map(({ revision, person, decision }) => `${revision}: ${person} ${decision}`),
      overCost: call.overCost,
      editors: call.inputs.map(({ editor }) => editor),
      audit: call.audit,
    })),
    events: tellEvents(world.events.map(({ type, call, moment }) => ({ type, call, moment: `${moment}` }))),
  };
}

export async function recordOfDatabase({ admin, calls, people, workers, agents }: Stage): Promise<RunRecord> {
  const rows =
    calls.length === 0
      ? []
      : await admin<{ id: string; record: StoredCall }[]>`
    select i.id, jsonb_build_object(
      'status', i.status, 'approvalStatus', i.approval_status, 'required', i.required_approvals, 'tier', i.tier,
      'revision', i.revision, 'policyVersion', i.policy_version, 'digest', i.binding_digest, 'bypassed', i.bypassed_by is not null,
      'claimed', i.claimed_at is not null, 'worker', i.worker_id, 'fence', i.fence,
      'runs', (select count(*) from agents.invocation_runs r where r.invocation_id = i.id),
      'cancelRequested', i.cancel_requested_at is not null, 'errorCode', i.error_code, 'expiryKind', i.expiry_kind,
      'cost', i.cost_estimate,
      'approvals', (select coalesce(jsonb_agg(jsonb_build_object('revision', a.revision, 'status', a.status, 'required', a.required,
          'consumed', a.consumed_at is not null) order by a.revision), '[]')
        from agents.approvals a where a.subject_kind = 'invocation' and a.subject_id = i.id),
      'votes', (select coalesce(jsonb_agg(jsonb_build_array(a.revision, v.person_id, v.decision) order by v.at), '[]')
        from agents.approvals a join agents.approval_votes v on v.approval_id = a.id
        where a.subject_kind = 'invocation' and a.subject_id = i.id),
      'overCost', exists (select from agents.invocation_outputs o where o.invocation_id = i.id
        and o.findings @> '[{"rule": "cost.over_declared"}]'),
      'editors', (select jsonb_agg(n.edited_by order by n.revision) from agents.invocation_inputs n where n.invocation_id = i.id),
      'audit', (select coalesce(jsonb_agg(e.action order by e.seq), '[]') from audit.events e where e.subject = 'invocation:' || i.id)
    ) as record
    from agents.tool_invocations i where i.id in ${admin(calls)}`;
  const told = new Map(rows.map(({ id, record }) => [id, record]));
  const events = await admin<{ type: string; subject: string; moment: string }[]>`
    select type, subject, txid::text as moment from agents.events where agent_id in ${admin(agents.map(({ id }) => id))} order by txid, id`;
  const placeOf = (person: string) => people.findIndex(({ id }) => id === person);
  return {
    calls: calls.map((id) => {
      const record = told.get(id);
      if (!record) return "lost";
      return {
        ...record,
        worker: record.worker === null ? null : workers.indexOf(record.worker),
        editors: record.editors.map((editor) => (editor === null ? null : placeOf(editor))),
        votes: record.votes.map(([revision, person, decision]) => `${revision}: ${placeOf(person)} ${decision}`),
      };
    }),
    events: tellEvents(events.map(({ subject, ...event }) => ({ ...event, call: calls.indexOf(subject) }))),
  };
}

/** In their order; what one transaction emits about different calls is told call by call. */
function tellEvents(events: readonly { type: string; call: number; moment: string }[]): string[] {
  const moments = [...new Set(events.map(({ moment }) => moment))];
  const together = moments.map((moment) => events.filter((event) => event.moment === moment));
  return together
    .flatMap((group) => group.toSorted((one, other) => one.call - other.call))
    .map(({ call, type }) => `${call}: ${type}`);
}

interface StoredCall {
  readonly worker: string | null;
  readonly editors: readonly (string | null)[];
  readonly votes: readonly [number, string, string][];
}
