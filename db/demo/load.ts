import { createHash, randomBytes } from "node:crypto";
import type { Sql, TransactionSql } from "postgres";
import { deriveProof, NEW_PROOF_PARAMETERS } from "#lib/sessions/derive-proof.ts";
import { connectHandbook } from "./connect-handbook.ts";
import { type DemoCredentials, keepDemoCredentials } from "./credentials.ts";
import { loadEarnedTrust, lookAtEarnedTrust } from "./earned-trust.ts";
import { DEMO_AGENTS, DEMO_PEOPLE } from "./people.ts";

/** Loads the demo workspace into an empty database, once; gives the sign-ins again at every later start. */
export async function loadDemo(admin: Sql, home: string): Promise<DemoCredentials> {
  const credentials = keepDemoCredentials(home);
  const proofs = new Map(
    await Promise.all(
      DEMO_PEOPLE.map(async ({ email }) => [email, await proofOf(credentials.people[email] ?? "")] as const),
    ),
  );
  const isNew = await admin.begin(async (sql) => {
    const [anybody] = await sql`select from agents.people limit 1`;
    if (anybody) return false;
    for (const { email, name, role } of DEMO_PEOPLE) {
      const { salt, proof } = proofs.get(email) ?? (await proofOf(""));
      const { memoryKib, passes, parallelism } = NEW_PROOF_PARAMETERS;
      await sql`
        select airlock.keep_proof(airlock.make_person(${email}, ${name}, ${role}, true), ${salt}, ${memoryKib}, ${passes},
          ${parallelism}, ${proof})`;
    }
    for (const agent of DEMO_AGENTS) await loadAgent(sql, agent, credentials.agents[agent.name] ?? "");
    await connectHandbook(sql, DEMO_AGENTS[0].owner);
    await loadEarnedTrust(sql);
    await sql`select audit.append('system', 'demo.loaded', 'installation:demo', '{}')`;
    return true;
  });
  if (isNew) await lookAtEarnedTrust(admin);
  return credentials;
}

async function proofOf(password: string): Promise<{ salt: Buffer; proof: Buffer }> {
  const salt = randomBytes(16);
  return { salt, proof: await deriveProof(password, { salt, ...NEW_PROOF_PARAMETERS }) };
}

async function loadAgent(sql: TransactionSql, agent: (typeof DEMO_AGENTS)[number], key: string): Promise<void> {
  const [, , prefix = "", secret = ""] = key.split("_");
  const [row] = await sql<{ id: string }[]>`
    insert into agents.agents (id, name, description, owner_id, access_level, created_at)
    select airlock.new_id(), ${agent.name}, ${agent.description}, p.id, ${agent.accessLevel}, now()
    from agents.people p where p.email = ${agent.owner} returning id`;
  if (!row) throw new Error(`the demo's ${agent.name} has no owner`);
  await sql`
    select airlock.make_agent_key(${row.id}, 'demo', ${prefix}, ${createHash("sha256").update(secret).digest()}, 365, null)`;
}
