import type { Sql } from "postgres";
import { attempt } from "#lib/errors/attempt.ts";
import { messageOf } from "#lib/errors/message-of.ts";
import { type Outcome, refuse } from "#lib/errors/outcome.ts";
import { ACCESS_GRANTS } from "#lib/policy/access-level.ts";
import { DEFAULT_LIMITS } from "#lib/policy/default-limits.ts";
import { plainText } from "#lib/policy/plain-text.ts";
import { type ExaminedListing, listServer, withoutChanged } from "#lib/registry/mcp/examine-listing.ts";
import { listingPolicy } from "#lib/registry/mcp/listing-policy.ts";
import { type VisitReport, visitServer } from "#lib/registry/mcp/visit-server.ts";
import { REAL_DOORS } from "#lib/sandbox/egress/open-egress.ts";
import type { Workshop } from "./run-claim.ts";
import { claimSync, type HeldSync, reportFailure, reportListing, type SyncClaim } from "./server-records.ts";

/** Longer than a visit may last and a long list takes to be judged; a lost dispatcher's server waits for so long. */
const LEASE_SECONDS = 120;
/** To list is quick, whatever calls may take. */
const VISIT_SECONDS_MAX = 60;
const LINE_MAX = 600;

export interface SyncOptions {
  readonly sql: Sql;
  readonly workerId: string;
  readonly workshop: Workshop;
  readonly signal: AbortSignal;
  readonly log?: (line: string) => void;
}

/**
 * Takes the next server that is to be asked for its tools, asks it, judges what it lists, and reports. False: there was
 * none. Whatever happens after that, something is reported: a server that is passed over in silence could have changed.
 */
export async function syncNextServer(options: SyncOptions): Promise<boolean> {
  const { sql, workerId } = options;
  const claim = await claimSync(sql, workerId, LEASE_SECONDS);
  if (!claim) return false;
  const ended = "unreadable" in claim ? UNREADABLE : await visitAndReport(claim, options);
  if (ended && !ended.ok && ended.code !== "lease_lost") await reportFailure(sql, workerId, claim, ended);
  return true;
}

const UNREADABLE = refuse("mcp_server_failed", "The dispatcher cannot read this server.");

/** Nothing where we were stopped: that says nothing about the server, and somebody takes it when its lease is over. */
async function visitAndReport(claim: SyncClaim, options: SyncOptions): Promise<Outcome<void> | null> {
  // One line, whatever a stranger's words are in it.
  const log = (words: string): void => options.log?.(`The MCP server ${claim.name}: ${plainText(words, LINE_MAX)}`);
  try {
    const report = await visit(claim, options, log);
    if (report.cancelled) return null;
    const { outcome, run } = report;
    if (outcome.ok) return await keepListing(claim, outcome.value, report, options, log);
    log(`not listed, ${outcome.code}, after ${run.network.length} connections.`);
    return outcome;
  } catch (error) {
    log(`not listed, for a fault of ours: ${messageOf(error)}`);
    return refuse("internal", "What the server lists could not be judged or kept.");
  }
}

/**
 * There is no agent here and nobody has reviewed the server, which one person alone connected: it gets its own program and
 * nothing else of the machine, no network, and what it writes is gone with it.
 */
async function visit(
  claim: SyncClaim,
  { workshop: { sandbox, egress, workspaces, home, threads }, signal }: SyncOptions,
  log: (words: string) => void,
): Promise<VisitReport<ExaminedListing>> {
  const { transport, serverId, configHash } = claim;
  const policy = listingPolicy(transport, claim.policy);
  const wallSeconds = Math.min(policy.limits?.wallSeconds ?? DEFAULT_LIMITS.wallSeconds, VISIT_SECONDS_MAX);
  return await visitServer(
    {
      transport,
      policy: { ...policy, limits: { ...policy.limits, wallSeconds } },
      grant: ACCESS_GRANTS.elevated,
      files: "program",
      roots: { workspace: workspaces },
      unspecified: "nothing",
      stateDirectory: home,
    },
    { sandbox, egress: egress ?? REAL_DOORS, signal },
    (session) =>
      listServer(
        session,
        { ...claim, server: { id: serverId, configHash } },
        (upstream, error) => log(`${upstream} cannot be judged: ${messageOf(error)}`),
        threads,
      ),
  );
}

/** A list that the database will not keep is kept without what is new in it, so that what was approved and changed stops. */
async function keepListing(
  claim: SyncClaim,
  listing: ExaminedListing,
  { run }: VisitReport<ExaminedListing>,
  { sql, workerId }: SyncOptions,
  log: (words: string) => void,
): Promise<Outcome<void>> {
  const held: HeldSync = claim;
  const visited = { network: run.network, usage: run.usage ?? null };
  const keep = (what: ExaminedListing) =>
    attempt(() => reportListing(sql, workerId, held, { ...what, visit: visited }));
  const kept = await keep(listing).catch((error: unknown) => {
    log(`its list is not kept: ${messageOf(error)}`);
    return refuse("internal");
  });
  // Not for the list's sake: then it is tried again as it is.
  if (kept.ok || ["lease_lost", "busy", "database_unavailable"].includes(kept.code)) return kept;
  return await keep(withoutChanged(listing, claim.pinned));
}
