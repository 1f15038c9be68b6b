import type { TrustLevel, TrustSection } from "#lib/policy/document/trust-section.ts";
import { addUp, type Sums, talliesOf } from "./add-up.ts";
import { idleSince, stepDown, underCritical } from "./decay.ts";
import { DAY_MS, ERROR_RATE_CALLS, reVerificationOf, WINDOW_DAYS } from "./defaults.ts";
import type { Tally, Track, TrustEvidence } from "./evidence.ts";
import { counted } from "./lacks.ts";
import { rankOf, type TrustScope } from "./levels.ts";
import type { Look } from "./look.ts";
import { reVerify } from "./re-verify.ts";
import { riseOf } from "./rise.ts";
import type { Move, MoveEvidence, TrackStanding, TrustStanding } from "./standing.ts";
import { strategyOf } from "./strategies/strategy-of.ts";
import type { Score } from "./strategy.ts";

const WEEK_MS = 7 * DAY_MS;
/** Of what a person wrote, so much is told again: the database refuses what was found of an agent if it is very long, and with it of others. */
const REASON_SHOWN = 200;

/** What was found of one scope, and when it could change. */
interface Found {
  readonly standing: TrackStanding;
  readonly move?: Move;
  readonly verified?: boolean;
  readonly again: readonly number[];
}

/**
 * Where an agent stands, and which steps are due: a function of what is written, what is known and what time it is. It proposes; the
 * database takes a step only if the floors hold there as well (agents.fn_record_trust).
 */
export function evaluateTrust(config: TrustSection, evidence: TrustEvidence, now: number): TrustStanding {
  const strategy = strategyOf(config.strategy);
  const look: Look = { config, strategy, evidence, now };
  const start = strategy.start(config);
  const starts = [...start].filter(([scope]) => !evidence.tracks.some(({ category }) => category === scope));
  const found = evidence.tracks.map((track) => lookAt(look, track, start.get(track.category)));
  const again = found.flatMap((one) => one.again).filter((at) => at > now);
  return {
    strategy: config.strategy,
    tracks: found.map(({ standing }) => standing),
    moves: [
      ...starts.map(([scope, level]) => startOf(config, scope, lowest(level, evidence.ceiling))),
      ...found.flatMap(({ move }) => move ?? []),
    ],
    verified: found.flatMap(({ verified, standing }) => (verified ? [standing.category] : [])),
    lookAgainAt: again.length > 0 ? Math.min(...again) : null,
  };
}

/** Nobody starts above what was declared: from there the next step would be two. */
function lowest(level: TrustLevel, ceiling: TrustLevel | null): TrustLevel {
  return ceiling !== null && rankOf(ceiling) < rankOf(level) ? ceiling : level;
}

function startOf(config: TrustSection, category: TrustScope, to: TrustLevel): Move {
  return {
    ...{ category, from: null, to, kind: "start", human: false, ceilingTo: null },
    reason: `Under ${config.strategy} an agent starts as ${to}.`,
    evidence: evidenceOf(config, { value: 0, parts: [] }, addUp([])),
  };
}

/** What a step of one scope would rest on now, whoever asks for it. */
export function evidenceAt(config: TrustSection, evidence: TrustEvidence, track: Track, now: number): MoveEvidence {
  const look: Look = { config, strategy: strategyOf(config.strategy), evidence, now };
  const { score, sums } = worthOf(look, talliesOf(evidence, track, now));
  return evidenceOf(config, score, sums);
}

/** What the work in a scope is worth: on versions in force, and nothing for a while after a critical incident. */
function worthOf({ config, strategy, evidence, now }: Look, tallies: readonly Tally[]) {
  const sums = addUp(tallies.filter(({ current }) => current));
  const critical = underCritical(evidence, now);
  const score: Score = critical === undefined ? strategy.score(config, sums, now) : { value: 0, parts: [] };
  return { sums, critical, score };
}

/** `start`: where the strategy lets this scope begin; undefined where it knows no such scope, and then it only narrows. */
function lookAt(look: Look, track: Track, start: TrustLevel | undefined): Found {
  const { config, evidence, now } = look;
  const tallies = talliesOf(evidence, track, now);
  const { sums, critical, score } = worthOf(look, tallies);
  const standing: TrackStanding = {
    category: track.category,
    level: track.level,
    score: score.value,
    parts: score.parts,
    trend: score.value - weekAgo(look, track),
    calls: sums.completed + sums.failed,
    next: null,
    note: noteOf(look, track, tallies, start),
  };
  if (start === undefined) return { standing, again: [] };
  const proof = evidenceOf(config, score, sums);
  const down = stepDown(config, evidence, track, tallies, now);
  const move = (to: TrustLevel, rest: Pick<Move, "kind" | "reason"> & Partial<Move>): Move => ({
    ...{ category: track.category, from: track.level, to, human: false, ceilingTo: null, evidence: proof },
    ...rest,
  });
  if (down) return { standing, move: move(down.to, down), again: [] };
  const verdict = reVerify(look, track, tallies, start);
  if (verdict?.fails)
    return {
      standing,
      move: move(verdict.fails.to, { kind: "re_verification", reason: verdict.fails.reason }),
      again: [],
    };
  const again = [...timesOf(look, track, tallies), ...(verdict?.next ?? [])];
  const rise = riseOf(look, track, tallies, critical);
  if (!rise) return { standing, verified: verdict?.holds === true, again };
  const ready = rise.lacks.length === 0;
  const { next } = rise;
  return {
    standing: { ...standing, next },
    verified: verdict?.holds === true,
    again: [...again, ...rise.again],
    ...(ready && {
      move: move(next.to, {
        kind: "earned",
        reason: `It meets what ${next.to} asks for.`,
        human: next.human,
        ceilingTo: next.raisesCeiling ? next.to : null,
      }),
    }),
  };
}

function weekAgo({ config, strategy, evidence, now }: Look, track: Track): number {
  const then = now - WEEK_MS;
  if (underCritical(evidence, then) !== undefined) return 0;
  return strategy.score(config, addUp(talliesOf(evidence, track, then).filter(({ current }) => current)), then).value;
}

/** When time alone takes trust away or lets evidence go. */
function timesOf({ config, evidence, now }: Look, track: Track, tallies: readonly Tally[]): number[] {
  const rules = reVerificationOf(config);
  const leaving = tallies.map(({ stretch }) => stretch + WINDOW_DAYS * DAY_MS).filter((at) => at > now);
  return [
    ...(rules && track.level !== "sandboxed" ? [idleSince(evidence, track) + rules.idleDays * DAY_MS] : []),
    ...(leaving.length > 0 ? [Math.min(...leaving) + 1] : []),
  ];
}

function noteOf(look: Look, track: Track, tallies: readonly Tally[], start: TrustLevel | undefined): string | null {
  if (start === undefined && look.config.strategy !== "disabled")
    return `${look.config.strategy} does not move this; it still narrows`;
  if (track.frozen !== null) return `stopped by a person: ${shortened(track.frozen)}`;
  const old = addUp(tallies.filter(({ current }) => !current));
  const now = addUp(tallies.filter(({ current }) => current));
  if (old.completed > 0 && now.completed + now.failed < ERROR_RATE_CALLS)
    return `a tool's version changed: ${counted(old.completed, "call")} on the old one no longer ${old.completed === 1 ? "counts" : "count"}`;
  return null;
}

function shortened(reason: string): string {
  return reason.length > REASON_SHOWN ? `${reason.slice(0, REASON_SHOWN).toWellFormed()}…` : reason;
}

function evidenceOf({ strategy }: TrustSection, { value, parts }: Score, sums: Sums): MoveEvidence {
  return {
    ...{ strategy, score: value, parts, tasks: sums.tasksDone },
    ...{ completed: sums.completed, failed: sums.failed, denied: sums.denied },
    ...{ approved: sums.approved, rejected: sums.rejected },
  };
}
