import { createHash } from "node:crypto";
import { canonicalJson } from "#lib/registry/canonical-json.ts";
import type { SandboxPlan } from "#lib/sandbox/plan.ts";

/**
 * What makes two sandboxes interchangeable: the whole plan, nothing left out. Another mount, host, limit, credential's
 * name or bundle is another key; there is no nearest match, for the nearest is a sandbox that somebody else was meant to have.
 */
export function planKey(plan: SandboxPlan): string {
  const text = JSON.stringify(plan);
  const key = known.get(text) ?? createHash("sha256").update(canonicalJson(plan)).digest("hex");
  known.delete(text);
  known.set(text, key);
  const [oldest] = known.keys();
  if (known.size > KNOWN_MAX && oldest !== undefined) known.delete(oldest);
  return key;
}

/** Keys by the plans' texts, those used last: most calls are planned as one before was, and to sort the names of a plan takes longer than to make it. */
const known = new Map<string, string>();
const KNOWN_MAX = 256;
