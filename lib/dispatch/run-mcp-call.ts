import type { Sql } from "postgres";
import { messageOf } from "#lib/errors/message-of.ts";
import { type Outcome, refuse } from "#lib/errors/outcome.ts";
import { plainText } from "#lib/policy/plain-text.ts";
import type { ToolContract } from "#lib/registry/contract.ts";
import { hashDefinition } from "#lib/registry/hash.ts";
import { contractOfListed, declaredPartOf } from "#lib/registry/mcp/contract-of-listed.ts";
import { examineApart } from "#lib/registry/mcp/examine-listing.ts";
import { readListing } from "#lib/registry/mcp/read-listing.ts";
import { hashConfiguration } from "#lib/registry/mcp/server-configuration.ts";
import type { ServerSession } from "#lib/registry/mcp/server-session.ts";
import { visitServer } from "#lib/registry/mcp/visit-server.ts";
import { scanTool } from "#lib/registry/scan/scan-tool.ts";
import { REAL_DOORS } from "#lib/sandbox/egress/open-egress.ts";
import type { Roots } from "#lib/sandbox/plan-mounts.ts";
import type { Correlation } from "#lib/sandbox/runtime.ts";
import type { Threads } from "#lib/threads/threads.ts";
import { termsOf } from "./call-terms.ts";
import type { Claim } from "./claim.ts";
import { cleaningTerms } from "./cleaning-for-call.ts";
import type { Ending } from "./complete.ts";
import { judgeMcpResultApart, judgeWordsApart } from "./judge-apart.ts";
import { notRun } from "./judge-result.ts";
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
    (session) => checkAndCall(session, call, server, held, workshop.threads),
  );
  if (listChanged || (!outcome.ok && outcome.code === "tool_drifted")) {
    // Only asks for a look at the others: what matters for this call is known.
    await requestSync(sql, workerId, serverId).catch(() => {});
  }
  if (cancelled) return { status: "cancelled", findings: [], reason: "It was stopped while it ran.", run };
  const terms = cleaningTerms(claim);
  const { threads } = workshop;
  const judged = outcome.ok
    ? await judgeMcpResultApart(claim.contract, outcome.value, terms, threads)
    : await judgeWordsApart(outcome.code, outcome.message, terms, threads);
  return { ...judged, run };
}

async function checkAndCall(
  session: ServerSession,
  { claim, runtime, input }: McpCall,
  server: ServerOfCall,
  { sql, workerId, log }: Held,
  threads: Threads | undefined,
): Promise<Outcome<Uint8Array>> {
  const raw = await session.listTools();
  if (!raw.ok) return raw;
  const fault = (what: string, error: unknown): null => {
    const words = messageOf(error);
    log(`${claim.tool} ${claim.id}: ${what}. ${plainText(words, LINE_MAX)}`);
    return null;
  };
  const drift = await findDrift(raw.value, claim, runtime, server, session.instructions, fault, threads);
  if (drift) {
    // What cannot be recorded is not served either; the look at the whole server that follows records it.
    const noted = await reportDrift(sql, workerId, claim, drift).catch((error: unknown) =>
      fault("that the tool changed is not recorded", error),
    );
    if (!noted || !isServed(noted, server)) return refuse("tool_drifted");
  }
  return session.callTool(runtime.tool, input);
}

/** What the server lists in place of the approved tool, or nothing where it is the same. What cannot be told counts as gone. */
async function findDrift(
  raw: readonly Uint8Array[],
  { contract, definitionHash }: Claim,
  { tool: upstream, server: id, config: configHash }: McpCall["runtime"],
  { declared, policy }: ServerOfCall,
  instructions: string | null,
  fault: (what: string, error: unknown) => null,
  threads: Threads | undefined,
): Promise<FoundTool | null> {
  try {
    const all = readListing(raw);
    const place = all.findIndex((tool) => tool.upstream === upstream);
    const listed = all[place];
    if (!listed) return { upstream, removed: true };
    if (listed.problem === null) {
      const live = contractOfListed(listed.definition, declaredPartOf(contract), { id, configHash });
      if (live.ok && hashDefinition(live.value) === definitionHash) return null;
    }
    const { findings } = scanTool(contract, instructions === null ? {} : { instructions });
    const pinned = [{ upstream, contract, findings }];
    const terms = { server: { id, configHash }, policy, declared, pinned, neighbours: [] };
    return await examineApart(listed, raw[place]?.length ?? 0, terms, instructions, threads);
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
