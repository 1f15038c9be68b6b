import type { Sql } from "postgres";
import { POLICY_AS_SHIPPED } from "#lib/policy/document/as-shipped.ts";
import type { PolicyDocument } from "#lib/policy/document/policy-document.ts";

/** Puts a policy in force as if people had: what ships, but for the sections that are given. Returns its version. */
export async function putPolicy(admin: Sql, change: Partial<PolicyDocument> = {}): Promise<number> {
  const document = { ...POLICY_AS_SHIPPED, ...change };
  const [made] = await admin<{ version: number }[]>`
    insert into agents.policy_versions (version, document, reason, created_at)
    select max(v.version) + 1, ${admin.json(document)}, 'test', now() from agents.policy_versions v returning version`;
  const version = made?.version ?? 0;
  await admin`select airlock.put_in_force(${version})`;
  return version;
}
