import type { TrustSection } from "#lib/policy/document/trust-section.ts";
import { DAY_MS } from "./defaults.ts";
import { evaluateTrust } from "./evaluate-trust.ts";
import type { Incident, Tally, Track, TrustEvidence } from "./evidence.ts";
import { rankOf, type TrustScope } from "./levels.ts";
import type { Move } from "./standing.ts";

/** One agent's recorded history. */
export interface TrustHistory {
  readonly ceiling: TrustEvidence["ceiling"];
  /** When it came. */
  readonly since: number;
  readonly tallies: readonly Tally[];
  readonly incidents: readonly Incident[];
}

export interface RehearsedMove extends Move {
  readonly at: number;
}

export interface TrustRehearsal {
  readonly moves: readonly RehearsedMove[];
  readonly tracks: readonly Track[];
  /** The score of each scope at the end of each day. */
  readonly scores: readonly {
    readonly at: number;
    readonly category: TrustScope;
    readonly score: number;
    readonly level: Track["level"];
  }[];
}

/**
 * Lives an agent's history again under a document, a day at a time: what would have moved, and when. A step that people decide on is
 * listed and, unless `peopleAgree`, not taken: nobody knows what they would have said.
 */
export function rehearseTrust(
  config: TrustSection,
  history: TrustHistory,
  { from, until, peopleAgree = false }: { from: number; until: number; peopleAgree?: boolean },
): TrustRehearsal {
  let tracks: readonly Track[] = [];
  let ceiling = history.ceiling;
  const moves: RehearsedMove[] = [];
  const asked = new Set<string>();
  const scores: TrustRehearsal["scores"][number][] = [];
  const first = Math.floor(Math.max(from, history.since) / DAY_MS) * DAY_MS;
  for (let at = first; at <= until; at += DAY_MS) {
    const now = Math.min(at + DAY_MS - 1, until);
    const evidence: TrustEvidence = {
      ceiling,
      tracks,
      tallies: history.tallies,
      incidents: history.incidents,
      lastSuccess: lastSuccessBefore(history.tallies, now),
    };
    const standing = evaluateTrust(config, evidence, now);
    for (const move of standing.moves) {
      const key = `${move.category} ${move.from} ${move.to}`;
      if (move.human && !peopleAgree) {
        if (!asked.has(key)) moves.push({ ...move, at: now });
        asked.add(key);
        continue;
      }
      asked.clear();
      moves.push({ ...move, at: now });
      if (move.ceilingTo !== null) ceiling = move.ceilingTo;
      tracks = step(tracks, move, move.kind === "start" ? Math.max(first, history.since) : now);
    }
    tracks = tracks.map((track) =>
      standing.verified.includes(track.category) ? { ...track, verifiedAt: now } : track,
    );
    for (const { category, score, level } of standing.tracks) scores.push({ at: now, category, score, level });
  }
  return { moves, tracks, scores };
}

function step(tracks: readonly Track[], { category, from, to }: Move, now: number): Track[] {
  const before = tracks.find((track) => track.category === category);
  const sinks = from !== null && rankOf(to) < rankOf(from);
  const after: Track = {
    ...{ category, level: to, since: now, verifiedAt: now, frozen: null },
    resetAt: sinks ? now : (before?.resetAt ?? null),
  };
  return [...tracks.filter((track) => track.category !== category), after];
}

function lastSuccessBefore(tallies: readonly Tally[], now: number): TrustEvidence["lastSuccess"] {
  const last: Partial<Record<TrustScope, number>> = {};
  for (const { category, stretch, completed } of tallies) {
    if (completed > 0 && stretch <= now) last[category] = Math.max(last[category] ?? 0, stretch);
  }
  return last;
}
