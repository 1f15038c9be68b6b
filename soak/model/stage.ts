import { randomUUID } from "node:crypto";
import type { Sql } from "postgres";
import { pinUnreviewed, registerVersion } from "#db/register-version.ts";
import {
  contractOf,
  makeAgent,
  makePerson,
  registerWorker,
  type TestAgent,
  type TestPerson,
} from "#db/testing/fixtures.ts";
import type { TestDatabase } from "#db/testing/test-database.ts";
import type { ToolContract } from "#lib/registry/contract.ts";
import { hashDefinition } from "#lib/registry/hash.ts";
import { CAST, OWNERS, SHELF, type ToolKind, WORKERS } from "./world.ts";

/** What outlives a run: connections, people, tools and workers. One connection each: a run does one thing at a time. */
export interface Company {
  readonly admin: Sql;
  readonly web: Sql;
  readonly gateway: Sql;
  readonly worker: Sql;
  readonly housekeeper: Sql;
  readonly people: readonly TestPerson[];
  readonly tools: readonly StagedTool[];
  readonly workers: readonly string[];
}

/** The real things that a run of the model is about, by their places in the model's lists. */
export interface Stage extends Company {
  readonly agents: readonly TestAgent[];
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

export async function openCompany(database: TestDatabase): Promise<Company> {
  const { admin } = database;
  const worker = database.as("worker", 1);
  return {
    admin,
    web: database.as("web", 1),
    gateway: database.as("gateway", 1),
    worker,
    housekeeper: database.as("housekeeper", 1),
    people: await Promise.all(CAST.map(({ role }) => makePerson(admin, role))),
    tools: await Promise.all(SHELF.map((kind) => stageTool(admin, kind))),
    workers: await Promise.all(Array.from({ length: WORKERS }, () => registerWorker(worker))),
  };
}

/** New agents, and everybody and everything else as it was before any run. */
export async function setStage(company: Company): Promise<Stage> {
  const { admin, people, tools } = company;
  for (const [index, { roleSince }] of CAST.entries()) {
    await admin`
      update agents.people set disabled_at = null, role_since = now() + ${`${roleSince} milliseconds`}::interval
      where id = ${people[index]?.id ?? ""}`;
  }
  await admin`update agents.tools_registry set state = 'active' where id in ${admin(tools.map(({ id }) => id))}`;
  const agents = await Promise.all(OWNERS.map((owner) => makeAgent(admin, people[owner]?.id ?? "")));
  const [policy] = await admin<{ version: number }[]>`select version from agents.policy_in_force`;
  return { ...company, agents, policyVersion: policy?.version ?? 1, calls: [], switches: [] };
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
