import type { TrustLevel, TrustSection } from "#lib/policy/document/trust-section.ts";
import { CRITICAL_DAYS, DAY_MS, ERROR_RATE_CALLS, MINOR_INCIDENTS, reVerificationOf, WINDOW_DAYS } from "./defaults.ts";
import { tooManyErrors } from "./error-rate.ts";
import type { Tally, Track, TrustEvidence } from "./evidence.ts";
import { counted, figure } from "./lacks.ts";
import { levelBelow } from "./levels.ts";
import type { MoveKind } from "./standing.ts";

export interface StepDown {
  readonly to: TrustLevel;
  readonly kind: MoveKind;
  readonly reason: string;
}

/** What takes trust away, gravest first; undefined where nothing does. The same for every strategy that earns. */
export function stepDown(
  config: TrustSection,
  evidence: TrustEvidence,
  track: Track,
  tallies: readonly Tally[],
  now: number,
): StepDown | undefined {
  const below = levelBelow(track.level);
  if (below === undefined) return undefined;
  const incidents = incidentsOf(evidence, track, now);
  if (incidents.some(({ severity, at }) => severity === "critical" && at >= track.since))
    return { to: "sandboxed", kind: "critical_incident", reason: "A critical incident." };
  const minor = incidents.filter(({ severity }) => severity === "minor").length;
  if (minor >= MINOR_INCIDENTS)
    return {
      to: below,
      kind: "minor_incidents",
      reason: `${counted(minor, "minor incident")} since its last step down.`,
    };
  const rules = reVerificationOf(config);
  if (!rules) return undefined;
  const errors = tooManyErrors(config, tallies, track.level, ERROR_RATE_CALLS);
  if (errors)
    return {
      to: below,
      kind: "error_rate",
      reason: `${errors.failed} of its last ${errors.calls} calls${errors.hard} failed: more than ${figure(errors.most)} of them.`,
    };
  if (now - idleSince(evidence, track) >= rules.idleDays * DAY_MS)
    return { to: below, kind: "idle", reason: `No call succeeded for ${counted(rules.idleDays, "day")}.` };
  return undefined;
}

/** From the last call that succeeded: asking, failing and being looked at keep nobody trusted. */
export function idleSince({ lastSuccess }: TrustEvidence, { category, since }: Track): number {
  const last = category === "all" ? Math.max(0, ...Object.values(lastSuccess)) : (lastSuccess[category] ?? 0);
  return Math.max(last, since);
}

/** Those that count in a scope and were not answered by a step down yet. */
export function incidentsOf({ incidents }: TrustEvidence, { category, resetAt }: Track, now: number) {
  const from = Math.max(now - WINDOW_DAYS * DAY_MS, resetAt ?? 0);
  return incidents.filter(
    ({ at, category: where }) =>
      at <= now && at > from && (category === "all" || where === "all" || where === category),
  );
}

/** Within this time of a critical incident nothing is earned. */
export function underCritical({ incidents }: TrustEvidence, now: number): number | undefined {
  const from = now - CRITICAL_DAYS * DAY_MS;
  const recent = incidents.filter(({ severity, at }) => severity === "critical" && at > from && at <= now);
  return recent.length > 0 ? Math.max(...recent.map(({ at }) => at)) : undefined;
}
