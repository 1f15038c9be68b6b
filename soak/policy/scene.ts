import type { Sql } from "postgres";
import { uuidAt } from "#bench/history/uuid-at.ts";
import { pinUnreviewed, registerVersion } from "#db/register-version.ts";
import { makeAgent, makePerson } from "#db/testing/fixtures.ts";
import type { Random } from "#db/testing/random.ts";
import type { PolicyDocument } from "#lib/policy/document/policy-document.ts";
import { ACCESS_LEVELS, type AccessLevel, CATEGORIES, type Category } from "#lib/policy/vocabulary.ts";
import type { ToolContract } from "#lib/registry/contract.ts";
import type { RegistryFinding } from "#lib/registry/scan/finding.ts";
import { randomContract } from "./random-contract.ts";
import type { PastCall } from "./random-history.ts";

/** Agents and tools as both sides know them; who they are stays, what is said of them changes from one policy to the next. */
export interface Scene {
  readonly authorId: string;
  readonly agents: readonly SceneAgent[];
  readonly contracts: ReadonlyMap<string, ToolContract>;
}

export interface SceneAgent {
  readonly id: string;
  readonly name: string;
  readonly key: string;
}

export interface Stance {
  readonly declared: AccessLevel;
  readonly trust: Partial<Record<"all" | Category, AccessLevel>>;
  readonly frozen: boolean;
}

const LADDER = ACCESS_LEVELS.filter((level) => level !== "custom");

/** What the scanner would say of a definition that a person should look at: its calls are a tier higher. */
const ALARM: RegistryFinding = {
  rule: "a-soak",
  severity: "medium",
  ...{ start: 0, end: 1, cleanedStart: 0, cleanedEnd: 1 },
  action: "none",
  path: "/description",
  reason: "A soak.",
};

export async function makeScene(admin: Sql, random: Random, counts: { agents: number; tools: number }): Promise<Scene> {
  const owner = await makePerson(admin, "admin");
  // A policy that asks for more people than there are is not put in force.
  for (const role of ["operator", "operator", "reviewer", "reviewer"] as const) await makePerson(admin, role);
  const agents: SceneAgent[] = [];
  for (let index = 0; index < counts.agents; index += 1) agents.push(await makeAgent(admin, owner.id));
  const contracts = new Map<string, ToolContract>();
  for (let index = 0; index < counts.tools; index += 1) {
    const contract = randomContract(random, `soaked_${index}`, [...contracts.keys()]);
    const { id } = await registerVersion(admin, contract, null, random.chance(0.25) ? { findings: [ALARM] } : {});
    await pinUnreviewed(admin, id, "A soak.");
    contracts.set(contract.name, contract);
  }
  // Calls that are born ended, and trust that nobody gave: what guards their lives is in the way here, and not what is looked at.
  for (const table of ["tool_invocations", "agent_trust"]) {
    await admin.unsafe(`alter table agents.${table} disable trigger user`);
  }
  return { authorId: owner.id, agents, contracts };
}

/** As a person would, but for the persons: another version, put in force at once. */
export async function enforce(admin: Sql, { authorId }: Scene, document: PolicyDocument): Promise<number> {
  const [row] = await admin<{ version: number }[]>`
    insert into agents.policy_versions (version, document, author_id, reason, created_at)
    select coalesce(max(version), 0) + 1, ${admin.json(document)}, ${authorId}, 'A soak.', now() from agents.policy_versions
    returning version`;
  if (!row) throw new Error("no version was written");
  await admin`select airlock.put_in_force(${row.version})`;
  return row.version;
}

/** An agent may be at a custom level where the policy has one for it: no other is put in force. */
export function randomStance(random: Random, agent: string, { agents, tool_access }: PolicyDocument): Stance {
  const custom = agents[agent]?.custom_level ?? "custom";
  const levels = Object.hasOwn(tool_access.levels, custom) ? ACCESS_LEVELS : LADDER;
  const trust: Stance["trust"] = {};
  if (random.chance(0.4)) trust.all = random.pick(LADDER);
  for (const category of random.shuffle(CATEGORIES).slice(0, 4)) {
    if (random.chance(0.4)) trust[category] = random.pick(LADDER);
  }
  return { declared: random.pick(levels), trust, frozen: random.chance(0.1) };
}

export async function takeStance(admin: Sql, agent: SceneAgent, { declared, trust, frozen }: Stance): Promise<void> {
  // Who may raise a declared level is another promise; here an agent is put at any, by whoever owns the tables.
  await admin`alter table agents.agents disable trigger guard_ceiling`;
  await admin`
    update agents.agents set access_level = ${declared}, custom_grants = ${declared === "custom" ? admin.json({}) : null},
      frozen_at = case when ${frozen} then now() end, frozen_reason = ${frozen ? "A soak." : null}
    where id = ${agent.id}`;
  await admin`delete from agents.agent_trust where agent_id = ${agent.id}`;
  for (const [category, level] of Object.entries(trust)) {
    await admin`insert into agents.agent_trust (agent_id, category, level, since) values (${agent.id}, ${category}, ${level}, now())`;
  }
}

/** The registry's flag, set or not; a class that always has it keeps it. */
export async function flagTools(admin: Sql, random: Random, { contracts }: Scene): Promise<void> {
  const flagged = [...contracts.keys()].filter(() => random.chance(0.3));
  await admin`
    update agents.tools_registry set requires_approval = (name = any(${admin.array(flagged)}))
    where name = any(${admin.array([...contracts.keys()])})`;
}

export async function replaceHistory(
  admin: Sql,
  random: Random,
  { agents }: Scene,
  past: readonly PastCall[],
): Promise<void> {
  const now = Date.now();
  const rows = past.map((call) => ({
    ...call,
    id: uuidAt(now - call.secondsAgo * 1_000, random),
    agentId: agents.find(({ name }) => name === call.agent)?.id,
  }));
  await admin`delete from agents.tool_invocations`;
  await admin`
    insert into agents.tool_invocations (id, agent_id, agent_key_id, tool_id, tool_version_id, status, approval_status,
      required_approvals, tier, revision, binding_digest, policy_version, effect, session_id, task_id, asked_at, fence, cost_estimate)
    select r.id, r."agentId", gen_random_uuid(), t.id, t.pinned_version_id, r.status, 'not_required', 0, 'low', 1, 'x', 1, 'x',
      r.session, r.task, now() - make_interval(secs => r."secondsAgo"), 0, r.cost
    from jsonb_to_recordset(${admin.json(rows)}) r(id uuid, "agentId" uuid, tool text, status text, session text, task text,
      "secondsAgo" double precision, cost numeric)
    join agents.tools_registry t on t.name = r.tool`;
}
