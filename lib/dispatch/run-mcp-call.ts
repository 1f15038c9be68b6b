import type { Sql } from "postgres";
import { type Outcome, refuse } from "#lib/errors/outcome.ts";
import { plainText } from "#lib/policy/plain-text.ts";
import type { ToolContract } from "#lib/registry/contract.ts";
import { hashDefinition } from "#lib/registry/hash.ts";
import { contractOfListed, declaredPartOf } from "#lib/registry/mcp/contract-of-listed.ts";
import { examineTool } from "#lib/registry/mcp/examine-listing.ts";
import { type MappedResult, mapResult } from "#lib/registry/mcp/map-result.ts";
import { readListing } from "#lib/registry/mcp/read-listing.ts";
import { hashConfiguration } from "#lib/registry/mcp/server-configuration.ts";
import type { ServerSession } from "#lib/registry/mcp/server-session.ts";
import { visitServer } from "#lib/registry/mcp/visit-server.ts";
import { scanTool } from "#lib/registry/scan/scan-tool.ts";
import { REAL_DOORS } from "#lib/sandbox/egress/open-egress.ts";
import type { Roots } from "#lib/sandbox/plan-mounts.ts";
import type { Correlation } from "#lib/sandbox/runtime.ts";
import { termsOf } from "./call-terms.ts";
import type { Claim } from "./claim.ts";
import { cleaningTerms } from "./cleaning-for-call.ts";
import type { Ending } from "./complete.ts";
import { type CleaningTerms, failure, judgeOutput, notRun } from "./judge-result.ts";
import { messageOf } from "./message-of.ts";
import type { Workshop } from "./run-claim.ts";
import {
  type FoundTool,
  type NotedDrift,
  reportDrift,
  requestSync,
  type ServerOfCall,
  serverForCall,
} from "./server-records.ts";

const LINE_MAX = 600;

export interface McpCall {
  readonly claim: Claim;
  readonly runtime: Extract<ToolContract["runtime"], { kind: "mcp" }>;
  readonly input: Record<string, unknown>;
  readonly roots: Roots;
  readonly correlation: Correlation;
}

export interface Held {
  readonly sql: Sql;
  readonly workerId: string;
  readonly signal: AbortSignal;
  readonly log: (line: string) => void;
}

/**
 * Runs a call of an MCP server's tool: visits the server as it was configured when the tool was reviewed, looks whether it
 * still offers the tool as it was approved, and only then calls it. What was reviewed is what is compared, whole: a word
 * changed in a nested description is another tool.
 */
export async function runMcpCall(call: McpCall, workshop: Workshop, held: Held): Promise<Ending> {
  const { claim, runtime, roots, correlation } = call;
  const { sql, workerId, signal } = held;
  const server = await serverForCall(sql, workerId, claim);
  if (!server) return notRun(refuse("tool_not_runnable", "The tool's server is retired, or not known here."));
  const { transport, policy, serverId } = server;
  if (serverId !== runtime.server || hashConfiguration(transport, policy) !== runtime.config) {
    return notRun(refuse("binding_broken", "The server is not reached as it was when the tool was reviewed."));
  }
  const { outcome, cancelled, run, listChanged } = await visitServer(
    {
      ...{ transport, roots, correlation },
      ...termsOf(claim, policy),
      unspecified: "level",
      stateDirectory: workshop.home,
    },
    { sandbox: workshop.sandbox, egress: workshop.egress ?? REAL_DOORS, signal },
    (session) => checkAndCall(session, call, server, held),
  );
  if (listChanged || (!outcome.ok && outcome.code === "tool_drifted")) {
    // Only asks for a look at the others: what matters for this call is known.
    await requestSync(sql, workerId, serverId).catch(() => {});
  }
  if (cancelled) return { status: "cancelled", findings: [], reason: "It was stopped while it ran.", run };
  const terms = cleaningTerms(claim);
  if (!outcome.ok) return failure(outcome.code, outcome.message, run, terms);
  return judgeMapped(claim.contract, outcome.value, run, terms);
}

async function checkAndCall(
  session: ServerSession,
  { claim, runtime, input }: McpCall,
  server: ServerOfCall,
  { sql, workerId, log }: Held,
): Promise<Outcome<MappedResult>> {
  const raw = await session.listTools();
  if (!raw.ok) return raw;
  const fault = (what: string, error: unknown): null => {
    const words = messageOf(error);
    log(`${claim.tool} ${claim.id}: ${what}. ${plainText(words, LINE_MAX)}`);
    return null;
  };
  const drift = findDrift(raw.value, claim, runtime, server, session.instructions, fault);
  if (drift) {
    // What cannot be recorded is not served either; the look at the whole server that follows records it.
    const noted = await reportDrift(sql, workerId, claim, drift).catch((error: unknown) =>
      fault("that the tool changed is not recorded", error),
    );
    if (!noted || !isServed(noted, server)) return refuse("tool_drifted");
  }
  const result = await session.callTool(runtime.tool, input);
  return result.ok ? mapResult(result.value, upstreamOutput(claim.contract)) : result;
}

/** What the server lists in place of the approved tool, or nothing where it is the same. What cannot be told counts as gone. */
function findDrift(
  raw: readonly Uint8Array[],
  { contract, definitionHash }: Claim,
  { tool: upstream, server: id, config: configHash }: McpCall["runtime"],
  { declared, policy }: ServerOfCall,
  instructions: string | null,
  fault: (what: string, error: unknown) => null,
): FoundTool | null {
  try {
    const listed = readListing(raw).find((tool) => tool.upstream === upstream);
    if (!listed) return { upstream, removed: true };
    if (listed.problem === null) {
      const live = contractOfListed(listed.definition, declaredPartOf(contract), { id, configHash });
      if (live.ok && hashDefinition(live.value) === definitionHash) return null;
    }
    const { findings } = scanTool(contract, instructions === null ? {} : { instructions });
    const pinned = [{ upstream, contract, findings }];
    return examineTool(listed, { server: { id, configHash }, policy, declared, pinned, neighbours: [] }, instructions);
  } catch (error) {
    fault("what its server lists cannot be judged", error);
    return { upstream, removed: true };
  }
}

/**
 * Whether the approved version goes on although the server lists another: a change without weight does not stop it, and
 * one to be reviewed does not where somebody chose so for a tool that only reads. The database may have judged graver.
 */
function isServed({ found, state }: NotedDrift, { serveWhileDrifted }: ServerOfCall): boolean {
  if ("removed" in found || found.contractText === null) return false;
  if (found.severity === "info") return state === undefined || state === "active";
  const isHeld = state !== undefined && state !== "active" && state !== "drifted";
  return found.severity === "review" && serveWhileDrifted && !isHeld;
}

function upstreamOutput({ other }: ToolContract): Record<string, unknown> | undefined {
  return other?.outputSchema as Record<string, unknown> | undefined;
}

/** A tool that says of itself that it failed has failed; what it said goes to its agent all the same. */
function judgeMapped(
  contract: ToolContract,
  { output, raw }: MappedResult,
  run: Ending["run"],
  terms: CleaningTerms,
): Ending {
  const kept = Buffer.from(JSON.stringify(raw), "utf8");
  const ending = judgeOutput(contract, output, kept, run, terms);
  if (ending.status !== "completed" || !output.is_error) return ending;
  const { cleaned, findings, altered = false } = ending;
  const { content } = cleaned as { content: string };
  return { ...failure("tool_failed", content, run, terms), ...{ raw: kept, cleaned, altered, findings } };
}
