import { wordsFor } from "#lib/policy/action-pattern.ts";
import { type DecisionRequest, decide } from "#lib/policy/decision/decide.ts";
import { FEW, FEW_NAMED } from "../baselines/few-named.ts";
import { FIND_RULES, findRules } from "../baselines/find-rules.ts";
import { POLICY_PROMISE, SLOWEST_PER_SECOND } from "../baselines/policy-promise.ts";
import type { Circumstances, Reading } from "../bench.ts";
import { interleave } from "../interleave.ts";
import { percentile } from "../statistics.ts";
import { callsBy, largePolicy, type Size } from "./large-policy.ts";

const MANY = 10_000;

/** One agent with a hundred profiles, of which each has as many rules as may be. */
const HUNDRED_PROFILES: Size = { agents: 1, tools: 200, profiles: 100, rulesAProfile: 200, profilesAnAgent: 100 };

/** The same of everything that is about one call, whatever the number of names. */
function named(count: number): Size {
  return { agents: count, tools: count, profiles: count, rulesAProfile: 10, profilesAnAgent: 4 };
}

export async function measureDecisions(circumstances: Circumstances): Promise<Reading[]> {
  return [...(await measureRules(circumstances)), ...(await measureGrowth(circumstances))];
}

async function measureRules({ rounds, milliseconds, signal, say }: Circumstances): Promise<Reading[]> {
  const document = largePolicy(HUNDRED_PROFILES);
  say(`${HUNDRED_PROFILES.profiles * HUNDRED_PROFILES.rulesAProfile} rules in ${HUNDRED_PROFILES.profiles} profiles`);
  const arms = {
    decide: async () => timesOf(callsBy(document, HUNDRED_PROFILES), decide, milliseconds / 2),
    find: async () =>
      timesOf(callsBy(document, HUNDRED_PROFILES), (call) => findRules(document, wantedBy(call)), milliseconds / 4),
  };
  await interleave(arms, 1, signal);
  const { decide: own, find } = await interleave(arms, rounds, signal);
  return [
    {
      metric: "decision.p99",
      unit: "calls/s",
      rounds: own.map(({ p99Ms }) => ({ value: 1_000 / p99Ms, baseline: SLOWEST_PER_SECOND })),
      baselineFile: POLICY_PROMISE,
    },
    {
      metric: "decision.rules",
      unit: "calls/s",
      rounds: own.map(({ perSecond }, round) => ({ value: perSecond, baseline: find[round]?.perSecond ?? perSecond })),
      baselineFile: FIND_RULES,
    },
  ];
}

async function measureGrowth({ rounds, milliseconds, signal, say }: Circumstances): Promise<Reading[]> {
  say(`${MANY.toLocaleString("en")} agents, tools and profiles, against ${FEW}`);
  const [few, many] = [named(FEW), named(MANY)];
  const [small, large] = [callsBy(largePolicy(few), few), callsBy(largePolicy(many), many)];
  const arms = {
    many: async () => timesOf(large, decide, milliseconds / 2),
    few: async () => timesOf(small, decide, milliseconds / 2),
  };
  await interleave(arms, 1, signal);
  const samples = await interleave(arms, rounds, signal);
  return [
    {
      metric: "decision.growth",
      unit: "calls/s",
      rounds: samples.many.map(({ perSecond }, round) => ({
        value: perSecond,
        baseline: samples.few[round]?.perSecond ?? perSecond,
      })),
      baselineFile: FEW_NAMED,
    },
  ];
}

function wantedBy({ agent, contract }: DecisionRequest) {
  return { agent: agent.name, tool: contract.name, words: wordsFor(contract) };
}

interface Times {
  readonly perSecond: number;
  readonly p99Ms: number;
}

/** Each call is timed alone; making it is not part of the time. */
function timesOf(
  calls: Iterator<DecisionRequest>,
  work: (call: DecisionRequest) => unknown,
  milliseconds: number,
): Times {
  const taken: number[] = [];
  let sum = 0;
  while (sum < milliseconds) {
    const { value: call } = calls.next();
    const started = performance.now();
    work(call);
    const took = performance.now() - started;
    taken.push(took);
    sum += took;
  }
  return { perSecond: (taken.length * 1_000) / sum, p99Ms: percentile(taken, 0.99) };
}
