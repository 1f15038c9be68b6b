import type postgres from "postgres";
import { z } from "zod";
import { plainRows } from "#db/plain-rows.ts";
import { type RegistryFinding, registryFindingSchema } from "#lib/registry/scan/finding.ts";
import { readListedTools, type StoredTool } from "../listed-tools.ts";

/** What a server said its tools are, the last time that it said something new. */
export interface StoredListing {
  readonly id: string;
  readonly at: string;
  readonly serverRoot: string;
  readonly protocol: string | null;
  readonly instructions: string | null;
  readonly instructionsFindings: readonly RegistryFinding[];
  readonly tools: readonly StoredTool[];
}

const findingsSchema = z.array(registryFindingSchema).catch([]);

export async function readListing(sql: postgres.Sql, serverId: string): Promise<StoredListing | undefined> {
  const [row] = plainRows(
    await sql<(Omit<StoredListing, "tools" | "instructionsFindings"> & { tools: unknown; findings: unknown })[]>`
    select l.id, l.at, l.server_root as "serverRoot", l.protocol, l.instructions, l.instructions_findings as findings, l.tools
    from agents.mcp_servers s join agents.mcp_listings l on l.id = s.listing_id
    where s.id = ${serverId}`,
  );
  if (!row) return undefined;
  const { tools, findings, ...listing } = row;
  return { ...listing, instructionsFindings: findingsSchema.parse(findings), tools: readListedTools(tools) };
}
