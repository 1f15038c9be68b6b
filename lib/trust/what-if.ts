import type postgres from "postgres";
import { done, type Outcome, refuse } from "#lib/errors/outcome.ts";
import { parsePolicy } from "#lib/policy/document/parse-policy.ts";
import { renderPolicy } from "#lib/policy/document/render-policy.ts";
import type { TrustSection } from "#lib/policy/document/trust-section.ts";
import { readPolicyInForce } from "#lib/policy/versions/read-policy-in-force.ts";
import { type AccessLevel, CATEGORIES, type Category } from "#lib/policy/vocabulary.ts";
import { DAY_MS } from "./defaults.ts";
import { rankOf } from "./levels.ts";
import { actsIn } from "./queries/list-trust.ts";
import { HISTORIES, readHistories } from "./queries/read-histories.ts";
import { type RehearsedMove, rehearseTrust, type TrustHistory } from "./rehearse-trust.ts";

export interface WhatIfMove {
  readonly agent: string;
  readonly at: number;
  readonly category: string;
  readonly from: string;
  readonly to: string;
  readonly direction: "up" | "down" | "asked";
  readonly kind: string;
  readonly reason: string;
}

/** What an agent would act at today in some categories, under what is in force and under what was written. */
export interface WhatIfEnd {
  readonly agent: string;
  /** Those that would go the same way; all of them is everything. */
  readonly categories: readonly Category[];
  readonly inForce: AccessLevel;
  readonly tried: AccessLevel;
}

export interface WhatIf {
  readonly agents: number;
  /** More agents than were looked at. */
  readonly cut: boolean;
  readonly days: number;
  readonly strategy: string;
  /** Agents that have a section of their own: what is written for all is not about them, unless it becomes theirs. */
  readonly own: readonly string[];
  readonly moves: readonly WhatIfMove[];
  /** Only where the two differ. */
  readonly ends: readonly WhatIfEnd[];
  readonly up: number;
  readonly down: number;
  readonly asked: number;
}

/** More than anybody reads. */
const MOVES_SHOWN = 300;

/** What a trust section would have done on what is on record: who would have moved, and when. Nothing is changed. */
export async function rehearseWhatIf(
  sql: postgres.Sql,
  { text, days }: { text: string; days: number },
  now: number,
): Promise<Outcome<WhatIf>> {
  const { document } = await readPolicyInForce(sql);
  const parsed = parsePolicy(text, { base: document });
  if (!parsed.ok) return parsed;
  const written = parsed.value.document.trust;
  if (!written) return refuse("policy_invalid", "There is no trust section in this text. It begins with 'trust:'.");
  const from = now - days * DAY_MS;
  const histories = await readHistories(sql, { since: from });
  const each = histories.map((history) => ({
    agent: history.agent,
    declared: history.ceiling ?? ("custom" as const),
    tried: live(written, history, from, now),
    inForce: live(history.config ?? document.trust ?? { strategy: "disabled" }, history, from, now),
  }));
  const moves = each
    .flatMap(({ agent, tried }) => tried.moves.flatMap((move) => told(agent, move)))
    .sort((a, b) => b.at - a.at || (a.agent < b.agent ? -1 : 1));
  const count = (direction: WhatIfMove["direction"]) => moves.filter((move) => move.direction === direction).length;
  return done({
    ...{ agents: histories.length, cut: histories.length === HISTORIES, days, strategy: written.strategy },
    own: histories.filter(({ config }) => config !== null).map(({ agent }) => agent),
    moves: moves.slice(0, MOVES_SHOWN),
    ends: each.flatMap(differing),
    ...{ up: count("up"), down: count("down"), asked: count("asked") },
  });
}

function live(config: TrustSection, history: TrustHistory, from: number, until: number) {
  return rehearseTrust(config, history, { from, until });
}

function told(agent: string, { at, category, from, to, human, kind, reason }: RehearsedMove): WhatIfMove[] {
  if (from === null) return [];
  const direction = human ? "asked" : rankOf(to) > rankOf(from) ? "up" : "down";
  return [{ agent, at, category, from, to, direction, kind, reason }];
}

function differing({ agent, declared, tried, inForce }: Each): WhatIfEnd[] {
  const ends = CATEGORIES.map((category) => ({
    category,
    was: actsIn({ ...inForce, declared, custom: declared === "custom" }, category),
    is: actsIn({ ...tried, declared, custom: declared === "custom" }, category),
  })).filter(({ was, is }) => was !== is);
  return [...Map.groupBy(ends, ({ was, is }) => `${was} ${is}`).values()].flatMap((together) => {
    const [one] = together;
    return one
      ? [{ agent, categories: together.map(({ category }) => category), inForce: one.was, tried: one.is }]
      : [];
  });
}

interface Each {
  readonly agent: string;
  readonly declared: AccessLevel;
  readonly tried: Lived;
  readonly inForce: Lived;
}
type Lived = ReturnType<typeof live>;

/** The trust section in force as text, or one to begin with. */
export async function readTrustText(sql: postgres.Sql): Promise<{ text: string; inForce: boolean; version: number }> {
  const { document, version } = await readPolicyInForce(sql);
  const trust = document.trust ?? { strategy: "weighted", initial_level: "sandboxed" };
  const whole = renderPolicy({ ...document, trust });
  return { text: whole.slice(whole.indexOf("\ntrust:") + 1), inForce: document.trust !== undefined, version };
}

/** The whole policy with this trust section in it: what the editor goes on with. */
export async function draftTrust(sql: postgres.Sql, text: string): Promise<Outcome<{ text: string; base: number }>> {
  const { document, version } = await readPolicyInForce(sql);
  const parsed = parsePolicy(text, { base: document });
  return parsed.ok ? done({ text: renderPolicy(parsed.value.document), base: version }) : parsed;
}
