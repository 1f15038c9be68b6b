import { readFileSync } from "node:fs";
import { ACTION_TYPES } from "#lib/policy/action-types.ts";
import { POLICY_AS_SHIPPED } from "#lib/policy/document/as-shipped.ts";
import { parsePolicy } from "#lib/policy/document/parse-policy.ts";
import type { TrustSection } from "#lib/policy/document/trust-section.ts";
import { DAY_MS } from "./defaults.ts";
import type { Tally, Track, TrustEvidence } from "./evidence.ts";

/** Noon of a day like any other. */
export const START = Date.UTC(2026, 0, 1, 12);
export const day = (number: number) => START + number * DAY_MS;

const NO_SCORES = { count: 0, sum: 0, squares: 0 };

export function tally(values: Partial<Tally> & { on?: number } = {}): Tally {
  const { on = 0, ...rest } = values;
  return {
    ...{ category: "file_system", current: true, difficulty: 1, stretch: Math.floor(day(on) / DAY_MS) * DAY_MS },
    ...{ completed: 0, failed: 0, denied: 0, approved: 0, rejected: 0, findings: 0, tasksDone: 0, tasksFailed: 0 },
    ...{ said: NO_SCORES, judged: NO_SCORES },
    ...rest,
  };
}

export function scores(count: number, each: number) {
  return { count, sum: count * each, squares: count * each * each };
}

export function track(values: Partial<Track> = {}): Track {
  return {
    ...{ category: "all", level: "sandboxed", since: START, resetAt: null, verifiedAt: START, frozen: null },
    ...values,
  };
}

/** What is known after some tallies: the last success follows from them. */
export function evidence(tallies: readonly Tally[], values: Partial<TrustEvidence> = {}): TrustEvidence {
  const lastSuccess: Record<string, number> = {};
  for (const { category, completed, stretch } of tallies)
    if (completed > 0) lastSuccess[category] = Math.max(lastSuccess[category] ?? 0, stretch);
  return { ceiling: "elevated", tracks: [track()], tallies, incidents: [], lastSuccess, ...values };
}

/** A trust section as somebody wrote it. */
export function sectionFrom(text: string): TrustSection {
  const parsed = parsePolicy(text, { base: POLICY_AS_SHIPPED, agents: [], actionTypes: ACTION_TYPES });
  if (!parsed.ok) throw new Error(parsed.message);
  const { trust } = parsed.value.document;
  if (!trust) throw new Error("no trust section");
  return trust;
}

export type Example = "disabled" | "weighted" | "per-category" | "milestone";

export function example(name: Example): TrustSection {
  return sectionFrom(readFileSync(`lib/policy/document/golden/trust-${name}.yaml`, "utf8"));
}
