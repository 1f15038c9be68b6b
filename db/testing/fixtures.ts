import { randomBytes } from "node:crypto";
import type { Sql } from "postgres";
import { pinUnreviewed, registerVersion } from "#db/register-version.ts";
import { makeBearerKey } from "#lib/keys/bearer-key.ts";
import type { AccessLevel, Role } from "#lib/policy/vocabulary.ts";
import type { ToolContract } from "#lib/registry/contract.ts";
import { hashDefinition } from "#lib/registry/hash.ts";

/** Arranges a workspace as the superuser; the acts under test are done as the run-time logins. */

export interface TestPerson {
  readonly id: string;
  /** A live session token. */
  readonly session: string;
}

let made = 0;

export async function makePerson(admin: Sql, role: Role, options: { roleAge?: string } = {}): Promise<TestPerson> {
  made += 1;
  const session = randomBytes(32).toString("base64url");
  const [person] = await admin<{ id: string }[]>`
    select airlock.make_person(${`${role}${made}@example.test`}, ${`${role} ${made}`}, ${role}, true) as id`;
  if (!person) throw new Error("no person was made");
  if (options.roleAge) {
    await admin`update agents.people set role_since = now() - ${options.roleAge}::interval where id = ${person.id}`;
  }
  await admin`
    insert into agents.sessions (id, token_hash, person_id, client, created_at, last_seen_at, expires_at)
    values (airlock.new_id(), sha256(convert_to(${session}, 'UTF8')), ${person.id}, 'test', now(), now(), now() + interval '1 hour')`;
  return { id: person.id, session };
}

export interface TestAgent {
  readonly id: string;
  readonly name: string;
  readonly key: string;
}

export async function makeAgent(admin: Sql, ownerId: string, level: AccessLevel = "standard"): Promise<TestAgent> {
  made += 1;
  const name = `agent-${made}`;
  const { key, prefix, secretHash } = makeBearerKey("alk");
  const [agent] = await admin<{ id: string }[]>`
    insert into agents.agents (id, name, description, owner_id, access_level, created_at)
    values (airlock.new_id(), ${name}, '', ${ownerId}, ${level}, now()) returning id`;
  if (!agent) throw new Error("no agent was made");
  await admin`select airlock.make_agent_key(${agent.id}, 'test', ${prefix}, ${secretHash}, 30, null)`;
  return { id: agent.id, name, key };
}

/** A key of the same form that opens nothing: its last letter is another one. */
export function spoilt(key: string): string {
  return `${key.slice(0, -1)}${key.endsWith("x") ? "y" : "x"}`;
}

/** A dispatcher that is known to the database and has taken nothing yet. */
export async function registerWorker(worker: Sql, name = "test"): Promise<string> {
  const [row] = await worker<{ id: string }[]>`select agents.fn_register_worker(null, ${name}, '[]') as id`;
  if (!row) throw new Error("no worker was registered");
  return row.id;
}

export interface TestTool {
  readonly name: string;
  readonly definitionHash: string;
  readonly versionId: string;
}

/** A contract that a test needs only the classes of. */
export function contractOf(overrides: Partial<ToolContract> = {}): ToolContract {
  made += 1;
  return {
    name: `tool_${made}`,
    description: "A tool of a test.",
    inputSchema: { type: "object" },
    outputSchema: {},
    safetyClass: "read",
    egressClass: "none",
    category: "file_system",
    actionType: "fs:read",
    idempotency: "optional",
    idempotent: false,
    policy: {},
    outputContent: "prose",
    runtime: { kind: "command", argv: ["true"] },
    ...overrides,
  };
}

/** Registers a contract as reviewed and puts it in force. */
export async function pinTool(admin: Sql, contract: ToolContract, code: string | null = null): Promise<TestTool> {
  const { id } = await registerVersion(admin, contract, code);
  await pinUnreviewed(admin, id, "A test.");
  return { name: contract.name, definitionHash: hashDefinition(contract), versionId: id };
}
