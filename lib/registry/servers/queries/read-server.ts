import type postgres from "postgres";
import { isUuid } from "#db/is-uuid.ts";
import { plainRows } from "#db/plain-rows.ts";
import type { ToolPolicy } from "#lib/policy/tool-policy.ts";
import type { McpDeclared, McpTransport } from "#lib/registry/mcp/server-configuration.ts";
import type { ImportedTool } from "../preview-tools.ts";
import { SERVER_NAME } from "../server-name.ts";
import { type ServerState, type SyncState, syncState } from "./list-servers.ts";

export interface ServerDetail {
  readonly id: string;
  readonly name: string;
  readonly state: ServerState;
  readonly stateReason: string | null;
  readonly transport: McpTransport;
  readonly policy: ToolPolicy;
  readonly declared: McpDeclared;
  readonly configHash: string;
  readonly createdBy: string;
  readonly createdAt: string;
  readonly listedAt: string | null;
  readonly triedAt: string | null;
  readonly failures: number;
  readonly errorCode: string | null;
  readonly errorMessage: string | null;
  readonly sync: SyncState;
  readonly syncRequestedAt: string | null;
  readonly imported: readonly ImportedTool[];
}

/** A server by its name, or by its id, as the log names it. */
export async function readServer(sql: postgres.Sql, nameOrId: string): Promise<ServerDetail | undefined> {
  if (!SERVER_NAME.test(nameOrId)) return undefined;
  const [server] = plainRows(
    await sql<ServerDetail[]>`
    select
      s.id, s.name, s.state, s.state_reason as "stateReason", s.transport, s.policy, s.declared, s.config_hash as "configHash",
      p.name as "createdBy", s.created_at as "createdAt", s.listed_at as "listedAt", s.tried_at as "triedAt", s.failures,
      s.error_code as "errorCode", s.error_message as "errorMessage", ${syncState(sql)} as sync,
      s.sync_requested_at as "syncRequestedAt",
      (
        select coalesce(jsonb_agg(jsonb_build_object('name', t.name, 'upstream', t.upstream_name, 'state', t.state,
          'inForce', t.pinned_version_id is not null,
          'newest', (select v.state from agents.tool_versions v where v.tool_id = t.id order by v.number desc limit 1),
          'safetyClass', t.safety_class, 'egressClass', t.egress_class,
          'waiting', exists (
            select from agents.tool_versions v join agents.approvals a on a.subject_id = v.id and a.subject_kind = 'tool_version'
            where v.tool_id = t.id and a.status = 'pending' and a.expires_at > now())) order by t.name), '[]')
        from agents.tools_registry t where t.server_id = s.id
      ) as imported
    from agents.mcp_servers s
    join agents.people p on p.id = s.created_by
    where s.name = ${nameOrId} or s.id = ${isUuid(nameOrId) ? nameOrId : null}
    order by s.name = ${nameOrId} desc limit 1`,
  );
  return server;
}
