import type { Sql } from "postgres";
import { forgetKeptTerms, takeOut } from "#db/testing/take-out.ts";

/** A database with one defence missing, or one thing recorded wrongly: what the model has to notice. */
export interface Mutant {
  readonly name: string;
  /** From which it is found out in a few runs, where that takes dozens from the one that all others are tried with. */
  readonly seed?: number;
  /** Function, what is taken out of it, what stands there instead. */
  readonly changes: readonly (readonly [string, string, string])[];
}

const APPROVE = "agents.fn_approve_tool_invocation";
const ASK = "agents.fn_invoke_tool";
const ASK_TOGETHER = "agents.fn_invoke_tools";
const CLAIM = "agents.fn_claim_tool_invocation";
const COMPLETE = "airlock.record_result";
const DUE = "airlock.is_still_due";
const COUNT = "airlock.counting_votes";
const DECIDABLE = "airlock.decidable_invocation";
const END = "airlock.end_invocation";
const GUARD = "airlock.guard_invocation";
const RECLAIM = "agents.fn_reclaim_lost_invocation";

export const MUTANTS: readonly Mutant[] = [
  {
    name: "the vote of the agent's owner is taken and counts",
    changes: [
      [APPROVE, "a.owner_id = person.id", "false"],
      [COUNT, "and p.id <> g.owner_id", ""],
    ],
  },
  {
    name: "who edited the input may approve it",
    seed: 8,
    changes: [
      [APPROVE, "n.edited_by = person.id", "false"],
      [COUNT, "e.edited_by = p.id", "false"],
    ],
  },
  {
    name: "a role of today counts towards two people",
    seed: 6,
    changes: [["airlock.role_has_aged", "select p_since <", "select true or p_since <"]],
  },
  {
    name: "privileged tools take one person",
    changes: [
      ["airlock.class_quorum", "when p_safety_class = 'privileged' then 2", ""],
      ["airlock.decide_call", "'safety.privileged', 'hold', 2", "'safety.privileged', 'hold', 1"],
    ],
  },
  {
    name: "an approval of another digest counts",
    changes: [[DECIDABLE, "or call.binding_digest is distinct from p_seen_digest", ""]],
  },
  {
    name: "an approval after its time counts",
    changes: [[DECIDABLE, "call.expires_at <= clock_timestamp()", "false"]],
  },
  { name: "a frozen agent's call is approved", changes: [[APPROVE, "a.frozen_at is not null", "false"]] },
  {
    name: "the kill switch does not stop approvals",
    changes: [[APPROVE, "exists (select from airlock.stopped_by(call.agent_id, call.tool_id))", "false"]],
  },
  {
    name: "the kill switch does not stop claims",
    seed: 17,
    changes: [[CLAIM, "not exists (select from airlock.stopped_by(i.agent_id, i.tool_id))", "true"]],
  },
  { name: "a quarantined tool is claimed", seed: 6, changes: [[DUE, "p_terms.tool_state <> 'active' or ", ""]] },
  {
    name: "what waits under a replaced policy is approved as it stands",
    changes: [[APPROVE, "call.policy_version <> airlock.policy_version()", "false"]],
  },
  {
    name: "a changed policy is not noticed at the claim",
    seed: 9,
    changes: [[DUE, "or p_call.binding_digest <>", "or false and p_call.binding_digest <>"]],
  },
  {
    name: "votes are not counted again at the claim",
    changes: [[DUE, "p_call.required_approvals > 0 and", "false and"]],
  },
  {
    name: "a completion with a stale fence is accepted",
    seed: 11,
    changes: [[COMPLETE, "or call.fence is distinct from p_fence", ""]],
  },
  {
    name: "another worker's completion is accepted",
    changes: [[COMPLETE, "or call.worker_id is distinct from p_holder", ""]],
  },
  { name: "a lost call that is not idempotent runs again", changes: [[RECLAIM, "elsif idempotent and", "elsif"]] },
  { name: "a heartbeat keeps another's lease", changes: [["agents.fn_heartbeat", "and i.fence = p_fence", ""]] },
  {
    name: "expired is recorded as a person's no",
    changes: [[END, "p_status = 'expired' then 'expired'\n", "p_status = 'expired' then 'rejected'\n"]],
  },
  {
    name: "a key answers for another input",
    changes: [["airlock.replay", "n.input_digest = p_input_digest and", ""]],
  },
  {
    name: "the agent-facing login bypasses approval",
    changes: [[ASK, "p_bypass_approval is distinct from false", "false"]],
  },
  {
    name: "a refusal in a list stands where another ask stood",
    changes: [[ASK_TOGETHER, "refusals[n] from", "refusals[jsonb_array_length(p_asks) + 1 - n] from"]],
  },
  {
    name: "a refused ask in a list is written all the same",
    changes: [
      [ASK_TOGETHER, "if flaw is not null then\n        refusals", "if terms.tool_id is null then\n        refusals"],
    ],
  },
  {
    name: "the same key twice in a list is not noticed",
    seed: 14,
    changes: [
      [
        ASK_TOGETHER,
        "and i.idempotency_key between first.key and first.key order by i.idempotency_key",
        "order by i.id desc limit 1",
      ],
    ],
  },
  {
    name: "an agent cancels another's call",
    seed: 14,
    changes: [["agents.fn_cancel_tool_invocation", "and i.agent_id = asking_key.agent_id", ""]],
  },
  {
    name: "the guard lets a call run without its people",
    changes: [[GUARD, "new.status = 'running' and old.status = 'pending'", "false"]],
  },
  {
    name: "the guard knows no arrows",
    changes: [
      [
        GUARD,
        "if not exists (\n      select from agents.invocation_arrows a",
        "if false and not exists (\n      select from agents.invocation_arrows a",
      ],
    ],
  },
  {
    name: "an edit keeps the old votes' worth",
    changes: [["airlock.open_approval", "status = 'void', decided_at = now()", "decided_at = now()"]],
  },
  {
    name: "the agent's owner says what became of a lost call",
    seed: 9,
    changes: [["agents.fn_resolve_unknown_invocation", "a.owner_id = person.id", "false"]],
  },
  {
    name: "the agent's owner lets it go on when it is frozen",
    changes: [["agents.fn_freeze_agent", "a.owner_id = person.id", "false"]],
  },
  {
    name: "the agent's owner lets it go on when it is stopped",
    changes: [["agents.fn_release_kill_switch", "a.owner_id = person.id", "false"]],
  },
  {
    name: "a decision is not announced",
    changes: [
      [
        APPROVE,
        "perform airlock.emit('tool_invocation_decided'",
        "perform jsonb_build_array('tool_invocation_decided'",
      ],
    ],
  },
  {
    name: "a late completion is not on record",
    changes: [[COMPLETE, "'invocation.late_completion'", "'invocation.completed'"]],
  },
];

/** Runs `work` in a database that has been changed, and puts everything back. */
export async function asMutant<T>(admin: Sql, { changes }: Mutant, work: () => Promise<T>): Promise<T> {
  const names = [...new Set(changes.map(([name]) => name))];
  const kept = await Promise.all(
    names.map(async (name) => {
      const [row] = await admin<{ source: string }[]>`select pg_get_functiondef(${name}::regproc) as source`;
      return row?.source ?? "";
    }),
  );
  try {
    for (const [name, defence, instead] of changes) await takeOut(admin, name, defence, instead);
    return await work();
  } finally {
    for (const source of kept) await admin.unsafe(source);
    await forgetKeptTerms(admin);
  }
}
