import { randomBytes } from "node:crypto";
import type { Sql } from "postgres";
import { startEmbeddedPostgres } from "#db/embedded/start.ts";
import { openConnection } from "#db/open-connection.ts";
import { pinUnreviewed, registerVersion } from "#db/register-version.ts";
import { canonicalJson } from "#lib/registry/canonical-json.ts";
import type { ToolContract } from "#lib/registry/contract.ts";
import { bodyHash, partHashes } from "#lib/registry/hash.ts";
import { nameKeys } from "#lib/registry/names.ts";
import { scanTool } from "#lib/registry/scan/scan-tool.ts";
import { home } from "./demo.ts";

/** Arranges tools in the installation under test; what people do with them is done in the browser. */
export async function arrange<T>(work: (admin: Sql) => Promise<T>): Promise<T> {
  const server = await startEmbeddedPostgres({ home: home() });
  const admin = openConnection(server.adminUrl, { max: 1 });
  try {
    return await work(admin);
  } finally {
    await admin.end();
    await server.stop();
  }
}

export async function putInForce(admin: Sql, contract: ToolContract): Promise<void> {
  const { id } = await registerVersion(admin, contract, null);
  await pinUnreviewed(admin, id, "For the browser tests.");
}

/** A session of a person of the demo, for what they do elsewhere meanwhile. */
export async function sessionOf(admin: Sql, person: string): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  await admin`
    insert into agents.sessions (id, token_hash, person_id, client, created_at, last_seen_at, expires_at)
    select airlock.new_id(), sha256(convert_to(${token}, 'UTF8')), p.id, 'browser tests', now(), now(), now() + interval '1 hour'
    from agents.people p where p.email = ${`${person}@airlock.example`}`;
  return token;
}

/** Registers the next version of a tool as a person, as the command line does. */
export async function registerAs(admin: Sql, person: string, contract: ToolContract): Promise<void> {
  const { skeleton, folded } = nameKeys(contract.name);
  const { findings } = scanTool(contract);
  await admin`
    select agents.fn_register_tool(${await sessionOf(admin, person)}, ${canonicalJson(contract)}, ${bodyHash(contract)},
      ${admin.json(partHashes(contract))}, ${skeleton}, ${folded}, ${JSON.stringify(findings)}::text::jsonb)`;
}

/** Somebody else decides on a version, by another way than the page that is open. */
export async function approveElsewhere(admin: Sql, person: string, tool: string, version: number): Promise<void> {
  const [review] = await admin<{ id: string; digest: string }[]>`
    select a.id, a.digest from agents.approvals a
    join agents.tool_versions v on v.id = a.subject_id join agents.tools_registry t on t.id = v.tool_id
    where a.status = 'pending' and t.name = ${tool} and v.number = ${version}`;
  if (!review) throw new Error("nobody is asked about that version");
  await admin`
    select agents.fn_decide_review(${await sessionOf(admin, person)}, ${review.id}, ${review.digest}, 'approve', 'Decided elsewhere.')`;
}
