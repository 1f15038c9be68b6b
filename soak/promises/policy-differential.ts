/**
 * Against: a rule that one side knows and the other forgot. The core in lib/policy and the functions of the database decide alike,
 * though neither was made from the other: random policies are put in force, and every agent is decided with every tool by both.
 */
import fc from "fast-check";
import { type Random, randomOf } from "#db/testing/random.ts";
import type { TestDatabase } from "#db/testing/test-database.ts";
import { compilePolicy } from "#lib/policy/decision/compile-policy.ts";
import { arbitraryPolicy } from "#lib/policy/document/arbitrary-policy.fixture.ts";
import { POLICY_AS_SHIPPED } from "#lib/policy/document/as-shipped.ts";
import type { PolicyDocument } from "#lib/policy/document/policy-document.ts";
import { onOwnDatabase } from "../own-database.ts";
import { compareDecisions, type Situation } from "../policy/compare-decisions.ts";
import { randomHistory, SESSIONS, TASKS } from "../policy/random-history.ts";
import {
  enforce,
  flagTools,
  makeScene,
  randomStance,
  replaceHistory,
  type Scene,
  takeStance,
} from "../policy/scene.ts";
import type { SoakPromise, Trial, TrialResult } from "../promise.ts";

const AGENTS = 6;
const TOOLS = 40;
/** How many of the tools a policy may name: few, so that its lines meet calls. */
const NAMED_TOOLS = 10;
const PAST_CALLS = 150;
const LOOKS_A_POLICY = 2;

export const policyDifferential: SoakPromise = {
  name: "policy-differential",
  says: "Whatever the policy in force says, the database and the core in lib/policy decide every call alike.",
  means:
    "A round is one call, decided by both and compared by verdict, people, code, level, grant, reach and every line that holds or denies.",
  rounds: { full: 100_000, short: 2_880 },
  run: (trial) => onOwnDatabase((database) => decideTwice(database, trial)),
};

export async function decideTwice({ admin }: TestDatabase, { rounds, seed, say, signal }: Trial): Promise<TrialResult> {
  const scene = await makeScene(admin, randomOf(seed), { agents: AGENTS, tools: TOOLS });
  const documents = randomPolicies(scene, seed, Math.ceil(rounds / (AGENTS * TOOLS * LOOKS_A_POLICY)));
  const figures = { policies: 0, run: 0, hold: 0, deny: 0, rulesMet: 0 };
  const met = new Set<string>();
  const violations: string[] = [];
  let tried = 0;
  for (const document of documents) {
    signal.throwIfAborted();
    const random = randomOf(seed, figures.policies);
    const situation = await arrange(admin, scene, document, random);
    for (let look = 0; look < LOOKS_A_POLICY; look += 1) {
      const { verdicts, rules, mismatches } = await compareDecisions(admin, situation, {
        session: random.pick(SESSIONS),
        task: random.pick(TASKS),
      });
      for (const { kind } of verdicts) figures[kind] += 1;
      violations.push(...mismatches.map((mismatch) => `policy ${figures.policies}: ${mismatch}`));
      for (const rule of rules) met.add(rule);
      tried += verdicts.length;
    }
    figures.policies += 1;
    figures.rulesMet = met.size;
    if (figures.policies % 20 === 0) say(`${tried} of ${rounds} calls`);
  }
  return { rounds: tried, violations, figures };
}

/** All at once: the first of a sample are small. Every second has the classes as shipped, since most others hold everything. */
function randomPolicies({ agents, contracts }: Scene, seed: number, count: number): PolicyDocument[] {
  const names = {
    agents: agents.map(({ name }) => name),
    tools: [...contracts.keys()].slice(0, NAMED_TOOLS),
    profiles: ["careful", "night_shift", "intern", "y"],
  };
  return fc
    .sample(arbitraryPolicy(names), { numRuns: count, seed })
    .map((document, index) => (index % 2 === 0 ? { ...document, classes: POLICY_AS_SHIPPED.classes } : document));
}

/** Another policy, other agents, another past. */
async function arrange(
  admin: TestDatabase["admin"],
  scene: Scene,
  document: PolicyDocument,
  random: Random,
): Promise<Situation> {
  const stances = new Map(scene.agents.map(({ name }) => [name, randomStance(random, name, document)]));
  for (const agent of scene.agents) {
    const stance = stances.get(agent.name);
    if (stance) await takeStance(admin, agent, stance);
  }
  await flagTools(admin, random, scene);
  const version = await enforce(admin, scene, document);
  const tools = [...scene.contracts.keys()].slice(0, 2 * NAMED_TOOLS);
  const past = randomHistory(random, [...stances.keys()], tools, PAST_CALLS);
  await replaceHistory(admin, random, scene, past);
  return { scene, policy: compilePolicy(document), version, stances, past, now: Date.now() };
}
