/**
 * Against: an agent that comes to be trusted as elevated without a person who neither asked for it nor owns the agent: by an evaluator that
 * lies, by its owner, by whoever proposed it, by any login on the tables, by the tables' owner, or by two of these at once.
 */
import type { Sql } from "postgres";
import { contractOf, makeAgent, makePerson, pinTool } from "#db/testing/fixtures.ts";
import { type Random, randomOf } from "#db/testing/random.ts";
import type { TestDatabase } from "#db/testing/test-database.ts";
import { didWork, elapse, putTrust } from "#db/testing/trust-fixtures.ts";
import { onOwnDatabase } from "../own-database.ts";
import type { SoakPromise, Trial, TrialResult } from "../promise.ts";

const AGENTS = 8;
const LOGINS = ["web", "gateway", "worker", "auditor", "checkpointer", "housekeeper"] as const;

export const noElevation: SoakPromise = {
  name: "no-elevation",
  says: "No agent comes to be trusted as elevated without a person who neither asked for it nor owns the agent.",
  means:
    "Every login, the tables' owner, a lying evaluator, the agent's owner and its proposer, alone and racing each other.",
  rounds: { full: 10_000, short: 120 },
  run: (trial) => onOwnDatabase((database) => attack(database, trial)),
};

interface Target {
  readonly id: string;
  readonly key: string;
}

type Attack = (target: Target, random: Random) => Promise<unknown>;

export async function attack(database: TestDatabase, { rounds, seed, say, signal }: Trial): Promise<TrialResult> {
  const { admin } = database;
  await admin`update agents.settings set value = 0, least = 0 where name = 'step_up'`;
  await putTrust(admin, { strategy: "weighted" });
  const owner = await makePerson(admin, "reviewer");
  const proposer = await makePerson(admin, "admin");
  const tool = await pinTool(admin, contractOf());
  const targets: Target[] = [];
  for (let n = 0; n < AGENTS; n += 1) {
    const agent = await makeAgent(admin, owner.id, n % 2 === 0 ? "elevated" : "standard");
    targets.push(agent);
    await admin`select airlock.begin_trust(${agent.id})`;
    for (const level of ["restricted", "standard"])
      await admin`select agents.fn_set_trust(${proposer.session}, ${agent.id}, 'all', ${level}, 'Arranged.')`;
    await didWork(admin, agent.id, tool.versionId, { completed: 1000, approved: 200, difficulty: 5 });
    await elapse(admin, agent.id, "48 hours");
  }
  const attacks = arm(database, owner.session, proposer.session);
  const names = Object.keys(attacks);
  const violations: string[] = [];
  const figures: Record<string, number> = { refused: 0, passed: 0 };
  for (let round = 0; round < rounds; round += 1) {
    signal.throwIfAborted();
    const random = randomOf(seed, round);
    const target = targets[round % AGENTS];
    if (!target) throw new Error("There is nobody to attack.");
    const chosen =
      round % 3 === 0 ? [random.pick(names), random.pick(names), random.pick(names)] : [random.pick(names)];
    const answers = await Promise.allSettled(chosen.map((name) => attacks[name]?.(target, random)));
    for (const { status } of answers)
      figures[status === "rejected" ? "refused" : "passed"] =
        (figures[status === "rejected" ? "refused" : "passed"] ?? 0) + 1;
    for (const name of chosen) figures[name] = (figures[name] ?? 0) + 1;
    const raised = await admin<{ agent: string }[]>`
      select t.agent_id as agent from agents.agent_trust t where t.level = 'elevated'
      union all select a.id from agents.agents a where a.access_level = 'elevated' and a.id = any (${targets.filter((_, n) => n % 2 === 1).map(({ id }) => id)})`;
    for (const _ of raised) violations.push(`round ${round}: ${chosen.join(", ")} raised an agent`);
    if (raised.length > 0) break;
    if ((round + 1) % 500 === 0) say(`${round + 1} of ${rounds} rounds`);
  }
  return { rounds, violations, figures };
}

/** Each way in. All of them may be refused; none may succeed. */
function arm(database: TestDatabase, owner: string, proposer: string): Record<string, Attack> {
  const { admin } = database;
  const web = database.as("web", 3);
  const gateway = database.as("gateway", 3);
  const housekeeper = database.as("housekeeper", 3);
  const logins = LOGINS.map((login) => database.as(login, 1));
  const move = {
    category: "all",
    from: "standard",
    to: "elevated",
    kind: "earned",
    reason: "It says so.",
    human: false,
  };
  const record = (sql: Sql, agent: string, moves: unknown[]) =>
    sql`select agents.fn_record_trust(${sql.json([{ agent, seen: 1, standing: {}, moves, verified: [] }] as never)})`;
  const pending = async (agent: string) => {
    const [review] = await admin<{ id: string; digest: string }[]>`
      select a.id, a.digest from agents.approvals a join agents.trust_changes c on c.id = a.subject_id
      where c.agent_id = ${agent} and a.status = 'pending' limit 1`;
    return review;
  };
  const approve = async (agent: string, session: string) => {
    const review = await pending(agent);
    if (!review) return;
    await web`select agents.fn_decide_review(${session}, ${review.id}, ${review.digest}, 'approve', 'Yes.')`;
  };
  const propose = (agent: string, session: string) =>
    web`select agents.fn_set_trust(${session}, ${agent}, 'all', 'elevated', 'Please.')`;
  const asTablesOwner = (agent: string, replica: boolean, work: (sql: Sql) => Promise<unknown>) =>
    admin.begin(async (sql) => {
      if (replica) await sql`set local session_replication_role = replica`;
      await sql`set local role airlock_owner`;
      await work(sql as unknown as Sql);
      return agent;
    });
  return {
    lyingEvaluator: ({ id }) => record(housekeeper, id, [move]),
    twoStepEvaluator: ({ id }) => record(housekeeper, id, [move, move]),
    ownerAsks: ({ id }) => propose(id, owner),
    proposerAsksAndApproves: async ({ id }) => {
      await propose(id, proposer);
      await approve(id, proposer);
    },
    // What the evaluator asked for has no proposer; the owner still does not count.
    ownerApproves: async ({ id }) => {
      await record(housekeeper, id, [move]);
      await approve(id, owner);
    },
    agentReports: ({ key }, random) =>
      gateway`select agents.fn_report_task_outcome(${key}, ${`t${random.integer(0, 999_999)}`}, ${gateway.json({ result: "completed", difficulty: 5, quality: 10 })})`,
    anyLogin: ({ id }, random) =>
      random.pick(logins)`update agents.agent_trust set level = 'elevated' where agent_id = ${id}`,
    anyLoginCeiling: ({ id }, random) =>
      random.pick(logins)`update agents.agents set access_level = 'elevated' where id = ${id}`,
    anyLoginRecords: ({ id }, random) => record(random.pick(logins), id, [move]),
    tablesOwner: ({ id }, random) =>
      asTablesOwner(
        id,
        random.chance(0.5),
        (sql) => sql`update agents.agent_trust set level = 'elevated', since = now() where agent_id = ${id}`,
      ),
    tablesOwnerWithRecord: ({ id }, random) =>
      asTablesOwner(id, random.chance(0.5), async (sql) => {
        await sql`
          insert into agents.trust_changes (id, agent_id, category, from_level, to_level, state, reason, evidence, created_at, decided_at, kind)
          values (airlock.new_id(), ${id}, 'all', 'standard', 'elevated', 'applied', 'forged', '{}', now(), now(), 'earned')`;
        await sql`update agents.agent_trust set level = 'elevated', since = now() where agent_id = ${id}`;
      }),
    tablesOwnerCeiling: ({ id }, random) =>
      asTablesOwner(
        id,
        random.chance(0.5),
        (sql) => sql`update agents.agents set access_level = 'elevated' where id = ${id}`,
      ),
  };
}
