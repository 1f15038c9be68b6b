import type { Sql } from "postgres";
import type { AccessGrant } from "#lib/policy/access-level.ts";
import { actingGrant } from "#lib/policy/decision/acting-grant.ts";
import type { CompiledPolicy } from "#lib/policy/decision/compile-policy.ts";
import { decide } from "#lib/policy/decision/decide.ts";
import { reachFor } from "#lib/policy/decision/reach-for.ts";
import type { TraceLine, Verdict } from "#lib/policy/decision-trace.ts";
import type { Reach } from "#lib/policy/narrow-policy.ts";
import type { AccessLevel } from "#lib/policy/vocabulary.ts";
import { canonicalJson } from "#lib/registry/canonical-json.ts";
import { historyOf, type PastCall } from "./random-history.ts";
import type { Scene, Stance } from "./scene.ts";

export interface Look {
  readonly session: string | null;
  readonly task: string | null;
}

export interface Situation {
  readonly scene: Scene;
  readonly policy: CompiledPolicy;
  readonly version: number;
  readonly stances: ReadonlyMap<string, Stance>;
  readonly past: readonly PastCall[];
  readonly now: number;
}

interface Decided {
  readonly agent: string;
  readonly tool: string;
  readonly requiresApproval: boolean;
  readonly alarmed: boolean;
  /** Whether the call would reach a target for the first time: every second pair, another half under each policy. */
  readonly firstSeen: boolean;
  readonly actsAt: AccessLevel;
  readonly grants: AccessGrant;
  readonly policyVersion: number;
  readonly lines: TraceLine[];
  readonly verdict: Verdict;
  /** What the agent's profiles leave of the tool's reach. */
  readonly narrowings: Reach[];
  /** Whether the tool is shown to the agent at all. */
  readonly permitted: boolean;
}

export interface Compared {
  readonly verdicts: readonly Verdict[];
  /** Which rules held or denied anything. */
  readonly rules: ReadonlySet<string>;
  /** One sentence for each pair on which the two did not agree. */
  readonly mismatches: readonly string[];
}

/** Every agent with every tool: what the database decides, and what the core does. */
export async function compareDecisions(admin: Sql, situation: Situation, look: Look): Promise<Compared> {
  const { agents, contracts } = situation.scene;
  const rows = await admin<Decided[]>`
    select d.agent_name as agent, d.tool_name as tool, d.requires_approval as "requiresApproval", coalesce(d.alarmed, false) as alarmed, d."firstSeen",
      d.acts_at as "actsAt", d.grants, d.policy_version as "policyVersion", d.lines, airlock.verdict_of(d.lines) as verdict,
      d.narrowings, d.permitted
    from (
      select t.*, f."firstSeen", airlock.decide_call(jsonb_populate_record(t, jsonb_build_object('first_seen', f."firstSeen")), ${look.session}, ${look.task}) as lines,
        airlock.narrowings_of(t) as narrowings, airlock.permits(t) as permitted
      from airlock.call_terms t
      cross join lateral (select hashtext(concat_ws(' ', t.agent_name, t.tool_name, t.policy_version)) % 2 = 0 as "firstSeen") f
      where t.agent_name = any(${admin.array(agents.map(({ name }) => name))})
        and t.tool_name = any(${admin.array([...contracts.keys()])})
      offset 0
    ) d`;
  if (rows.length !== agents.length * contracts.size) throw new Error(`${rows.length} pairs were decided`);
  return {
    verdicts: rows.map(({ verdict }) => verdict),
    rules: new Set(rows.flatMap(({ lines }) => lines.filter(holdsOrDenies).map(({ rule }) => rule))),
    mismatches: rows.flatMap((row) => mismatchesOf(row, situation, look)),
  };
}

function mismatchesOf(row: Decided, situation: Situation, look: Look): string[] {
  const { scene, policy, version, stances, past, now } = situation;
  const contract = scene.contracts.get(row.tool);
  const stance = stances.get(row.agent);
  if (!contract || !stance) throw new Error(`${row.agent} or ${row.tool} is not of this scene`);
  const agent = { name: row.agent, ...stance };
  const own = decide({
    policy,
    policyVersion: version,
    contract,
    toolState: "active",
    versionState: "approved",
    requiresApproval: row.requiresApproval,
    agent,
    signals: { alarm: row.alarmed, drifted: false, firstSeenTarget: row.firstSeen },
    history: historyOf(past, scene.contracts, { agent: row.agent, ...look }),
    now,
  });
  const acting = actingGrant(policy, agent, contract.category);
  const sides: [what: string, database: unknown, core: unknown][] = [
    ["version", row.policyVersion, version],
    ["verdict", writeVerdict(row.verdict), writeVerdict(own.verdict)],
    ["lines", heldOrDenied(row.lines), heldOrDenied(own.lines)],
    ["level", row.actsAt, acting.level],
    ["grant", writeGrant(row.grants), writeGrant(acting.grant)],
    ["reach", writeReaches(row.narrowings), writeReaches(reachFor(policy, row.agent, contract, now))],
    ["list", row.permitted, !own.lines.some(({ rule, concluded }) => concluded === "deny" && BY_POLICY.test(rule))],
  ];
  return sides.flatMap(([what, database, core]) =>
    JSON.stringify(database) === JSON.stringify(core)
      ? []
      : [
          `${row.agent} × ${row.tool}, ${what}: the database says ${JSON.stringify(database)}, the core ${JSON.stringify(core)}`,
        ],
  );
}

function writeVerdict(verdict: Verdict): string {
  return verdict.kind === "run" ? "run" : verdict.kind === "hold" ? `hold ${verdict.people}` : `deny ${verdict.code}`;
}

/** What these deny is denied however often and after whatever it is asked for: such a tool is not shown to the agent. */
const BY_POLICY = /^(permission|level)\.|^profile\.(tool|action)$|^constraint\.forbidden$/;

function holdsOrDenies({ concluded }: TraceLine): boolean {
  return concluded === "hold" || concluded === "deny";
}

function writeReaches(reaches: readonly Reach[]): string[] {
  return reaches.map((reach) => canonicalJson(reach)).sort();
}

function heldOrDenied(lines: readonly TraceLine[]): string[] {
  return lines
    .filter(holdsOrDenies)
    .map(({ rule, concluded, people = 0 }) => `${rule} ${concluded} ${people}`)
    .sort();
}

/** Lists are sets, and what a level is described by is no part of what it gives. */
function writeGrant({ description: _, requires_approval, commands, ...scales }: AccessGrant): Record<string, unknown> {
  const sets = {
    requires_approval: [...requires_approval].sort(),
    ...(commands && { commands: [...commands].sort() }),
  };
  return Object.fromEntries(Object.entries({ ...scales, ...sets }).sort(([left], [right]) => (left < right ? -1 : 1)));
}
