import type { Sql } from "postgres";
import { z } from "zod";
import type { Refusal } from "#lib/errors/outcome.ts";
import { toolPolicySchema } from "#lib/policy/tool-policy.ts";
import { toolContractSchema } from "#lib/registry/contract.ts";
import type { ExaminedListing, ExaminedTool } from "#lib/registry/mcp/examine-listing.ts";
import { mcpDeclaredSchema, mcpTransportSchema } from "#lib/registry/mcp/server-configuration.ts";
import { registryFindingSchema } from "#lib/registry/scan/finding.ts";
import type { NetworkEntry, Usage } from "#lib/sandbox/result.ts";
import type { Claim } from "./claim.ts";
import { retryLocked } from "./retry-locked.ts";
import { storable } from "./storable.ts";

/** What the database hands to, and takes from, a dispatcher that speaks with MCP servers. */

type Held = Pick<Claim, "id" | "fence">;

const serverOfCallSchema = z.object({
  serverId: z.uuid(),
  transport: mcpTransportSchema,
  policy: toolPolicySchema,
  configHash: z.string(),
  declared: mcpDeclaredSchema,
  serveWhileDrifted: z.boolean(),
});
export type ServerOfCall = z.infer<typeof serverOfCallSchema>;

/** The server that a call goes to, or nothing where it is retired or was connected by a newer program. */
export async function serverForCall(sql: Sql, workerId: string, claim: Held): Promise<ServerOfCall | undefined> {
  const [row] = await sql<{ server: unknown }[]>`
    select agents.fn_mcp_server_for_call(${workerId}, ${claim.id}, ${claim.fence}) as server`;
  return serverOfCallSchema.safeParse(row?.server).data;
}

/** One listed tool, or that it is no longer listed. */
export type FoundTool = ExaminedTool | { readonly upstream: string; readonly removed: true };

export interface NotedDrift {
  /** What was written down in the end. */
  readonly found: FoundTool;
  /** What the tool became by that; nothing where it was known already. */
  readonly state: string | undefined;
}

/** Writes down what a tool has become. What cannot be kept of it is kept as gone: either way the database stops it. */
export async function reportDrift(sql: Sql, workerId: string, claim: Held, found: FoundTool): Promise<NotedDrift> {
  const report = async (what: FoundTool): Promise<NotedDrift> => {
    const text = JSON.stringify(storable(what));
    const [row] = await retryLocked(
      () => sql<{ note: { state?: string } | null }[]>`
        select agents.fn_report_drift(${workerId}, ${claim.id}, ${claim.fence}, ${text}::text::jsonb) as note`,
    );
    return { found: what, state: row?.note?.state };
  };
  return await report(found).catch(() => report({ upstream: found.upstream, removed: true }));
}

export async function requestSync(sql: Sql, workerId: string, serverId: string): Promise<void> {
  await sql`select agents.fn_request_mcp_sync_of(${workerId}, ${serverId})`;
}

const heldSyncSchema = z.object({ serverId: z.uuid(), fence: z.number().int().positive() });
export type HeldSync = z.infer<typeof heldSyncSchema>;

const syncSchema = heldSyncSchema.extend({
  name: z.string(),
  transport: mcpTransportSchema,
  policy: toolPolicySchema,
  declared: mcpDeclaredSchema,
  configHash: z.string(),
  pinned: z.array(
    z.object({ upstream: z.string(), contract: toolContractSchema, findings: z.array(registryFindingSchema) }),
  ),
  neighbours: z.array(z.object({ name: z.string(), description: z.string() })),
});
export type SyncClaim = z.infer<typeof syncSchema>;

/** The next server to be asked for its tools; one that this program cannot read comes as what it is held by. */
export async function claimSync(
  sql: Sql,
  workerId: string,
  leaseSeconds: number,
): Promise<SyncClaim | (HeldSync & { readonly unreadable: true }) | undefined> {
  const [row] = await sql<{ claim: unknown }[]>`select agents.fn_claim_mcp_sync(${workerId}, ${leaseSeconds}) as claim`;
  if (!row?.claim) return undefined;
  const parsed = syncSchema.safeParse(row.claim);
  return parsed.success ? parsed.data : { ...heldSyncSchema.parse(row.claim), unreadable: true };
}

/** What a visit did, beside what it found. */
export interface Visit {
  readonly network: readonly NetworkEntry[];
  readonly usage: Usage | null;
}

export async function reportListing(
  sql: Sql,
  workerId: string,
  { serverId, fence }: HeldSync,
  listing: ExaminedListing & { readonly visit: Visit },
): Promise<void> {
  const text = JSON.stringify(storable(listing));
  await retryLocked(
    () => sql`select agents.fn_report_mcp_listing(${workerId}, ${serverId}, ${fence}, ${text}::text::jsonb)`,
  );
}

export async function reportFailure(
  sql: Sql,
  workerId: string,
  { serverId, fence }: HeldSync,
  { code, message }: Pick<Refusal, "code" | "message">,
): Promise<void> {
  const words = storable(message);
  await retryLocked(
    () => sql`select agents.fn_report_mcp_failure(${workerId}, ${serverId}, ${fence}, ${code}, ${words})`,
  );
}
