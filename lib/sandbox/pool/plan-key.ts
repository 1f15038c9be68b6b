import { createHash } from "node:crypto";
import { canonicalJson } from "#lib/registry/canonical-json.ts";
import type { SandboxPlan } from "#lib/sandbox/plan.ts";

/**
 * What makes two sandboxes interchangeable: the whole plan, nothing left out. Another mount, host, limit, credential's
 * name or bundle is another key; there is no nearest match, for the nearest is a sandbox that somebody else was meant to have.
 */
export function planKey(plan: SandboxPlan): string {
  return createHash("sha256").update(canonicalJson(plan)).digest("hex");
}
