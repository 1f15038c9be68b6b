import { randomUUID } from "node:crypto";
import type { Sql } from "postgres";
import { pinUnreviewed, registerVersion } from "#db/register-version.ts";
import { contractOf, makeAgent, makePerson, type TestAgent, type TestPerson } from "#db/testing/fixtures.ts";
import type { TestDatabase } from "#db/testing/test-database.ts";
import type { ToolContract } from "#lib/registry/contract.ts";
import { hashDefinition } from "#lib/registry/hash.ts";
import { CAST, OWNERS, SHELF, type ToolKind, WORKERS } from "./world.ts";

/** One connection each: a run does one thing at a time. */
export interface Logins {
  readonly admin: Sql;
  readonly web: Sql;
  readonly gateway: Sql;
  readonly worker: Sql;
  readonly housekeeper: Sql;
}

/** The real things that a run of the model is about, by their places in the model's lists. */
export interface Stage extends Logins {
  readonly people: readonly TestPerson[];
  readonly agents: readonly TestAgent[];
  readonly tools: readonly StagedTool[];
  readonly workers: readonly string[];
  readonly policyVersion: number;
  /** Ids of calls and switches, in the order in which they were made. */
  readonly calls: string[];
  readonly switches: string[];
}

export interface StagedTool {
  readonly id: string;
  readonly name: string;
  /** Its contract in each version, the first at 0. */
  readonly versions: ToolContract[];
}

export function openLogins(database: TestDatabase): Logins {
  return {
    admin: database.admin,
    web: database.as("web", 1),
    gateway: database.as("gateway", 1),
    worker: database.as("worker", 1),
    housekeeper: database.as("housekeeper", 1),
  };
}

/** New people, agents and tools in a database that other runs have used and left without live calls. */
export async function setStage(logins: Logins): Promise<Stage> {
  const { admin, worker } = logins;
  const people = await Promise.all(
    CAST.map(({ role, roleSince }) => makePerson(admin, role, { roleAge: `${-roleSince / 1_000} seconds` })),
  );
  const agents = await Promise.all(OWNERS.map((owner) => makeAgent(admin, people[owner]?.id ?? "")));
  const tools = await Promise.all(SHELF.map((kind) => stageTool(admin, kind)));
  const workers = await Promise.all(
    Array.from({ length: WORKERS }, async () => {
      const [row] = await worker<{ id: string }[]>`select agents.fn_register_worker(null, 'model', '[]') as id`;
      return row?.id ?? "";
    }),
  );
  const [policy] = await admin<{ version: number }[]>`select max(version) as version from agents.policy_versions`;
  return { ...logins, people, agents, tools, workers, policyVersion: policy?.version ?? 1, calls: [], switches: [] };
}

async function stageTool(admin: Sql, kind: ToolKind): Promise<StagedTool> {
  const { safetyClass, idempotent, keyRequired, maxCost } = kind;
  const contract = contractOf({
    safetyClass,
    egressClass: safetyClass === "read" ? "none" : "write",
    idempotent,
    idempotency: keyRequired ? "required" : "optional",
    ...(maxCost === null ? {} : { maxCost }),
  });
  await pin(admin, contract);
  const [row] = await admin<{ id: string }[]>`select id from agents.tools_registry where name = ${contract.name}`;
  return { id: row?.id ?? "", name: contract.name, versions: [contract] };
}

export async function pinNextVersion(admin: Sql, { versions }: StagedTool): Promise<void> {
  const last = versions.at(-1);
  if (!last) throw new Error("a tool without a version");
  const next = { ...last, description: `A tool of a test, version ${versions.length + 1}.` };
  await pin(admin, next);
  versions.push(next);
}

async function pin(admin: Sql, contract: ToolContract): Promise<void> {
  const { id } = await registerVersion(admin, contract, null);
  await pinUnreviewed(admin, id, "A run of the model.");
}

export function definitionHashOf({ versions }: StagedTool, version: number): string {
  const contract = versions[version - 1];
  if (!contract) throw new Error("no such version");
  return hashDefinition(contract);
}

/** Time passes by bringing every deadline of the run nearer: the database's own clock is nobody's to set. */
export async function letTimePass({ admin, agents, people }: Stage, ms: number): Promise<void> {
  const span = `${ms} milliseconds`;
  await admin`
    update agents.tool_invocations set expires_at = expires_at - ${span}::interval, claimable_at = claimable_at - ${span}::interval,
      execution_expires_at = execution_expires_at - ${span}::interval, lease_expires_at = lease_expires_at - ${span}::interval
    where status in ('pending', 'running') and agent_id in ${admin(agents.map(({ id }) => id))}`;
  await admin`
    update agents.people set role_since = role_since - ${span}::interval where id in ${admin(people.map(({ id }) => id))}`;
}

/** Leaves nothing alive that the next run would meet: a claim takes whatever waits. */
export async function clearStage({ admin, agents }: Stage): Promise<void> {
  await admin`
    update agents.tool_invocations set status = 'cancelled', completed_at = now()
    where status in ('pending', 'running') and agent_id in ${admin(agents.map(({ id }) => id))}`;
  await admin`update agents.kill_switches set released_at = now() where released_at is null`;
}

/** An id that nothing has. */
export function idOfNothing(): string {
  return randomUUID();
}
