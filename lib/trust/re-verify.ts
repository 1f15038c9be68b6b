import type { TrustLevel } from "#lib/policy/document/trust-section.ts";
import { DAY_MS, reVerificationOf } from "./defaults.ts";
import type { Tally, Track } from "./evidence.ts";
import { defaultLacks } from "./lacks.ts";
import { levelBelow, rankOf } from "./levels.ts";
import { factsOf, floorLacks, type Look } from "./look.ts";

interface ReVerified {
  readonly holds?: true;
  readonly fails?: { to: TrustLevel; reason: string };
  readonly next?: readonly number[];
}

/** What was earned is shown anew from time to time. Where an agent started nothing was earned. */
export function reVerify(
  look: Look,
  track: Track,
  tallies: readonly Tally[],
  start: TrustLevel,
): ReVerified | undefined {
  const rules = reVerificationOf(look.config);
  if (!rules) return undefined;
  const due = (track.verifiedAt ?? track.since) + rules.intervalDays * DAY_MS;
  if (look.now < due) return { next: [due] };
  const facts = rankOf(track.level) > rankOf(start) ? factsOf(look, track, tallies, track.level) : undefined;
  const below = levelBelow(track.level);
  if (!facts || !below) return { holds: true };
  const lacks = [
    ...(look.strategy.judge(look.config, facts)?.lacks ?? defaultLacks(facts, false)),
    ...floorLacks(look.config, facts.sums, tallies, track.level),
  ].filter(({ time }) => !time);
  if (lacks.length === 0) return { holds: true };
  return {
    fails: { to: below, reason: `It no longer meets what ${track.level} asks for: ${lacks[0]?.sentence ?? ""}.` },
  };
}
