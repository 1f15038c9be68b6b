import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Sql } from "postgres";
import { attempt } from "#lib/errors/attempt.ts";
import { refuse } from "#lib/errors/outcome.ts";
import { ACCESS_GRANTS } from "#lib/policy/access-level.ts";
import { listServer } from "#lib/registry/mcp/examine-listing.ts";
import { visitServer } from "#lib/registry/mcp/visit-server.ts";
import { REAL_DOORS } from "#lib/sandbox/egress/open-egress.ts";
import { DEFAULT_LIMITS } from "#lib/sandbox/plan-limits.ts";
import type { Workshop } from "./run-claim.ts";
import { claimSync, reportFailure, reportListing, type SyncClaim } from "./server-records.ts";

/** Longer than a visit may last and a long list takes to be judged; a lost dispatcher's server waits for so long. */
const LEASE_SECONDS = 120;
/** To list is quick, whatever calls may take. */
const VISIT_SECONDS_MAX = 60;

export interface SyncOptions {
  readonly sql: Sql;
  readonly workerId: string;
  readonly workshop: Workshop;
  readonly signal: AbortSignal;
}

/**
 * Takes the next server that is to be asked for its tools, asks it, judges what it lists, and reports. False: there was
 * none. There is no agent here, so what the policy does not say grants nothing, and its workspace is an empty one.
 */
export async function syncNextServer({ sql, workerId, workshop, signal }: SyncOptions): Promise<boolean> {
  const claim = await claimSync(sql, workerId, LEASE_SECONDS);
  if (!claim) return false;
  if ("unreadable" in claim) {
    await reportFailure(sql, workerId, claim, refuse("mcp_server_failed", "The dispatcher cannot read this server."));
    return true;
  }
  const { outcome, cancelled } = await visit(claim, workshop, signal);
  // Somebody else takes it when its lease is over; that we were stopped says nothing about the server.
  if (cancelled) return true;
  const reported = outcome.ok ? await attempt(() => reportListing(sql, workerId, claim, outcome.value)) : outcome;
  // A list that the database will not keep is this server's failure too, or it would be asked again and again.
  if (!reported.ok && reported.code !== "lease_lost") await reportFailure(sql, workerId, claim, reported);
  return true;
}

async function visit(claim: SyncClaim, { sandbox, egress, workspaces, home }: Workshop, signal: AbortSignal) {
  const { transport, policy, serverId, configHash } = claim;
  mkdirSync(workspaces, { recursive: true, mode: 0o711 });
  const workspace = mkdtempSync(join(workspaces, "listing-"));
  const wallSeconds = Math.min(policy.limits?.wallSeconds ?? DEFAULT_LIMITS.wallSeconds, VISIT_SECONDS_MAX);
  try {
    return await visitServer(
      {
        transport,
        policy: { ...policy, limits: { ...policy.limits, wallSeconds } },
        grant: ACCESS_GRANTS.elevated,
        roots: { workspace },
        unspecified: "nothing",
        stateDirectory: home,
      },
      { sandbox, egress: egress ?? REAL_DOORS, signal },
      (session) => listServer(session, { ...claim, server: { id: serverId, configHash } }),
    );
  } finally {
    rmSync(workspace, { recursive: true, force: true });
  }
}
