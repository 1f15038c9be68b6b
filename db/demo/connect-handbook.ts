import { join } from "node:path";
import type { TransactionSql } from "postgres";
import { readServerConfiguration } from "#lib/registry/mcp/server-configuration.ts";
import { nameKeys } from "#lib/registry/names.ts";

const NAME = "handbook";

/** Connects the demo's own MCP server, as an admin would: a dispatcher lists its tools, and importing one is left to the visitor. */
export async function connectHandbook(sql: TransactionSql, adminEmail: string): Promise<void> {
  const folder = join(import.meta.dirname, "handbook-server");
  const configuration = readServerConfiguration({
    transport: { kind: "stdio", argv: ["node", join(folder, "server.mjs")] },
    policy: {
      risk: "low",
      filesystem: { read: [`${folder}/**`], write: [] },
      network: { mode: "none" },
      environment: { allow: [] },
      exec: "deny",
      limits: { wallSeconds: 15, outputBytes: 1_048_576, fileMb: 1, hard: ["wallSeconds", "outputBytes", "fileMb"] },
    },
    declared: { prefix: NAME, safetyClass: "read", egressClass: "none", idempotency: "optional", idempotent: true },
  });
  if (!configuration.ok) throw new Error(configuration.message);
  const { transport, policy, declared, configHash } = configuration.value;
  const { skeleton, folded } = nameKeys(NAME);
  await sql`
    insert into agents.mcp_servers (id, name, name_skeleton, name_skeleton_folded, transport, policy, declared, config_hash, state,
      created_by, created_at, sync_requested_at, sync_why)
    select airlock.new_id(), ${NAME}, ${skeleton}, ${folded}, ${sql.json(transport)}, ${sql.json(policy)}, ${sql.json(declared)},
      ${configHash}, 'connecting', p.id, now(), now(), 'requested'
    from agents.people p where p.email = ${adminEmail}`;
}
