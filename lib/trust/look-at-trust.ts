import type { TrustSection } from "#lib/policy/document/trust-section.ts";
import { type DueAgent, dueTrustSchema } from "./due-agent.ts";
import { evaluateTrust } from "./evaluate-trust.ts";

/** Asks the database one thing and gets one answer. */
export type Ask = (statement: string, values: readonly unknown[]) => Promise<unknown>;

const GATHER = "select agents.fn_gather_trust_evidence($1) as answer";
const DUE = "select agents.fn_due_trust($1) as answer";
const RECORD = "select agents.fn_record_trust($1::text::jsonb) as answer";

/** Events read at once: few enough that no statement runs into its time limit on a busy machine. */
const EVENTS = 2_000;
/** Agents looked at together. */
const AGENTS = 250;
/** Agents that move are recorded in small bites: each writes to a lane of the log, which is held until the commit. */
const MOVES = 25;
/** A turn ends after so many of either, for the queue has other work; the next one goes on. */
const GATHERS_A_TURN = 25;
const LOOKS_A_TURN = 10;

/** Only people move levels where nothing is written. */
const NOTHING_WRITTEN: TrustSection = { strategy: "disabled" };

export interface Looked {
  readonly events: number;
  readonly agents: number;
  /** Agents that a step was taken or asked for. */
  readonly moved: number;
  /** Whether something is left for the next turn. */
  readonly more: boolean;
}

/**
 * Gathers what happened since the last time and looks at every agent that something is new of, or whose time has come. What it costs
 * follows what is new, not what there is. Any number of processes may do this at once: evidence is counted by one of them, and a step is
 * taken from where an agent is, so that the second finds it taken.
 */
export async function lookAtTrust(ask: Ask): Promise<Looked> {
  let events = 0;
  let unread = 0;
  for (let round = 0; round < GATHERS_A_TURN; round += 1) {
    unread = Number(await ask(GATHER, [EVENTS]));
    events += unread;
    if (unread < EVENTS) break;
  }
  let agents = 0;
  let moved = 0;
  let due = 0;
  for (let round = 0; round < LOOKS_A_TURN; round += 1) {
    const found = dueTrustSchema.parse(await ask(DUE, [AGENTS]));
    due = found.agents.length;
    if (due > 0)
      moved += await record(
        ask,
        found.agents.map((agent) => judge(agent, found.config, found.now)),
      );
    agents += due;
    if (due < AGENTS) break;
  }
  return { events, agents, moved, more: unread >= EVENTS || due >= AGENTS };
}

function judge({ agent, seen, config, evidence }: DueAgent, forAll: TrustSection | null, now: number) {
  const { moves, verified, lookAgainAt, ...standing } = evaluateTrust(
    config ?? forAll ?? NOTHING_WRITTEN,
    evidence,
    now,
  );
  return { agent, seen, standing, moves, verified, lookAgainAt };
}

async function record(ask: Ask, found: readonly ReturnType<typeof judge>[]): Promise<number> {
  const still = found.filter(({ moves, verified }) => moves.length + verified.length === 0);
  const moving = found.filter(({ moves, verified }) => moves.length + verified.length > 0);
  if (still.length > 0) await ask(RECORD, [JSON.stringify(still)]);
  let moved = 0;
  for (let first = 0; first < moving.length; first += MOVES) {
    const answer = await ask(RECORD, [JSON.stringify(moving.slice(first, first + MOVES))]);
    moved += Array.isArray(answer) ? answer.length : 0;
  }
  return moved;
}
