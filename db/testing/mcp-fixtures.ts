import type { Sql } from "postgres";
import { canonicalJson } from "#lib/registry/canonical-json.ts";
import type { ToolContract } from "#lib/registry/contract.ts";
import { bodyHash, partHashes } from "#lib/registry/hash.ts";
import { nameKeys } from "#lib/registry/names.ts";
import { contractOf, type TestPerson } from "./fixtures.ts";

/** A server and its listings as the functions take them; no server runs, for here only the database is asked. */

export const CONFIG_HASH = "c".repeat(64);
let connected = 0;

/** The arguments of `fn_connect_mcp_server` but the session. */
export function serverToConnect() {
  connected += 1;
  return {
    name: `server-${connected}`,
    transport: { kind: "stdio", argv: ["node", "server.mjs"] },
    policy: {},
    declared: { prefix: `s${connected}`, safetyClass: "read", egressClass: "none" },
  };
}

export async function connectServer(web: Sql, admin: TestPerson): Promise<string> {
  const { name, transport, policy, declared } = serverToConnect();
  const { skeleton, folded } = nameKeys(name);
  const [row] = await web<{ id: string }[]>`
    select agents.fn_connect_mcp_server(${admin.session}, ${name}, ${skeleton}, ${folded}, ${web.json(transport)}, ${web.json(policy)},
      ${web.json(declared)}, ${CONFIG_HASH}) as id`;
  if (!row) throw new Error("no server was connected");
  return row.id;
}

export function mcpContract(server: string, upstream: string, overrides: Partial<ToolContract> = {}): ToolContract {
  return contractOf({
    name: `${server.slice(-6)}_${upstream}`,
    category: "mcp",
    actionType: "mcp:call",
    runtime: { kind: "mcp", server, config: CONFIG_HASH, tool: upstream },
    ...overrides,
  });
}

/** One tool of a listing, or of what is found at dispatch. */
export function listed(contract: ToolContract, more: Record<string, unknown> = {}) {
  const { skeleton, folded } = nameKeys(contract.name);
  return {
    upstream: contract.runtime.kind === "mcp" ? contract.runtime.tool : contract.name,
    problem: null,
    contractText: canonicalJson(contract),
    bodyHash: bodyHash(contract),
    partHashes: partHashes(contract),
    nameSkeleton: skeleton,
    nameSkeletonFolded: folded,
    findings: [],
    severity: "none",
    changes: [],
    ...more,
  };
}

interface ClaimedSync {
  readonly serverId: string;
  readonly fence: number;
  readonly why: string;
  readonly pinned: readonly { name: string; upstream: string; definitionHash: string }[];
}

export async function claimSync(worker: Sql, id: string): Promise<ClaimedSync | null> {
  const [row] = await worker<{ claim: ClaimedSync | null }[]>`select agents.fn_claim_mcp_sync(${id}, 60) as claim`;
  return row?.claim ?? null;
}

export interface Reported {
  readonly listingId: string;
  readonly drifts: readonly { name: string; state: string; severity: string; action: string }[];
}

export async function reportListing(
  worker: Sql,
  id: string,
  { serverId, fence }: Pick<ClaimedSync, "serverId" | "fence">,
  serverRoot: string,
  tools: readonly unknown[],
): Promise<Reported> {
  const listing = { serverRoot, instructions: null, instructionsFindings: [], protocol: "2026-07-28", tools };
  const [row] = await worker<{ answer: Reported }[]>`
    select agents.fn_report_mcp_listing(${id}, ${serverId}, ${fence}, ${worker.json(JSON.parse(JSON.stringify(listing)))}) as answer`;
  if (!row) throw new Error("nothing was reported");
  return row.answer;
}
