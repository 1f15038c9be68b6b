/**
 * Against: one person who clicks twenty times, in several windows at once, until a check that looks before it writes counts
 * them twice. In half of the rounds all racing votes are one person's, in the other half two people's.
 */
import { randomBytes } from "node:crypto";
import type { Sql } from "postgres";
import { contractOf, makeAgent, makePerson, pinTool } from "#db/testing/fixtures.ts";
import { type Random, randomOf } from "#db/testing/random.ts";
import type { TestDatabase } from "#db/testing/test-database.ts";
import { approve, ask, granted, shown, untilAnswered } from "../acts.ts";
import { onOwnDatabase } from "../own-database.ts";
import type { SoakPromise, Trial, TrialResult } from "../promise.ts";

const RACING = 20;
const SESSIONS_EACH = 3;

export const twoPeople: SoakPromise = {
  name: "two-people",
  says: "One person can never satisfy a two-person rule, and two people satisfy it exactly once.",
  rounds: { full: 2_000, short: 20 },
  run: (trial) => onOwnDatabase((database) => raceVotes(database, trial)),
};

/** A person with several windows open: each has a session of its own. */
type Voter = readonly string[];

export async function raceVotes(database: TestDatabase, { rounds, seed, say, signal }: Trial): Promise<TrialResult> {
  const { admin } = database;
  const gateway = database.as("gateway", 1);
  const windows = Array.from({ length: RACING }, () => database.as("web", 1));
  const [first] = windows;
  if (!first) throw new Error("Nobody races.");
  const owner = await makePerson(admin, "operator");
  const agent = await makeAgent(admin, owner.id);
  const tool = await pinTool(admin, contractOf({ egressClass: "write", safetyClass: "privileged" }));
  const voters = [
    await openWindows(admin, "operator"),
    await openWindows(admin, "reviewer"),
    await openWindows(admin, "operator"),
  ];

  const violations: string[] = [];
  const figures = { byOne: 0, byTwo: 0, votesTried: 0, refused: 0, released: 0 };
  for (let round = 0; round < rounds; round += 1) {
    signal.throwIfAborted();
    const random = randomOf(seed, round);
    const { id } = granted(await ask(gateway, { agent, tool, input: { round } }));
    const seen = await shown(first, id);
    const [one, other] = random.shuffle(voters);
    if (!one || !other) throw new Error("There are not two people.");
    const people = round % 2 === 0 ? [one] : [one, other];
    const ballots = dealSessions(random, people);
    const answers = await Promise.all(
      windows.map((web, index) =>
        untilAnswered(randomOf(seed, round, index), () => approve(web, ballots[index] ?? "", seen)),
      ),
    );

    const fault = (sentence: string) => violations.push(`round ${round}, by ${people.length}: ${sentence}`);
    const accepted = answers.filter(({ ok }) => ok).length;
    for (const answer of answers) {
      if (!answer.ok && answer.code !== "already_voted" && answer.code !== "already_decided") fault(answer.message);
    }
    if (accepted !== people.length) fault(`${accepted} votes were acknowledged`);
    const record = await readRecord(admin, id);
    if (record.votes !== people.length || record.voters !== people.length) {
      fault(`${record.votes} votes of ${record.voters} people are on record`);
    }
    const released = people.length === 2 ? 1 : 0;
    if (record.released !== released || record.runningEvents !== released || record.decidedEvents !== released) {
      fault(`it was released ${record.released} times, with ${record.runningEvents} events`);
    }
    if (record.status !== (released ? "running" : "pending")) fault(`the call is ${record.status}`);
    // A call that nothing can release would keep the promise too: the second person still has their say.
    if (people.length === 1) {
      const second = await approve(first, other[0] ?? "", seen);
      if (!second.ok || second.value.status !== "running") fault("the second person could not release it");
    }
    figures.votesTried += RACING;
    figures.refused += RACING - accepted;
    figures.released += record.released;
    figures[people.length === 1 ? "byOne" : "byTwo"] += 1;
    if ((round + 1) % 100 === 0) say(`${round + 1} of ${rounds} rounds`);
  }
  return { rounds, violations, figures };
}

async function openWindows(admin: Sql, role: "operator" | "reviewer"): Promise<Voter> {
  const person = await makePerson(admin, role);
  const more = Array.from({ length: SESSIONS_EACH - 1 }, () => randomBytes(32).toString("base64url"));
  for (const session of more) {
    await admin`
      insert into agents.sessions (id, token_hash, person_id, client, created_at, last_seen_at, expires_at)
      values (airlock.new_id(), sha256(convert_to(${session}, 'UTF8')), ${person.id}, 'test', now(), now(), now() + interval '1 hour')`;
  }
  return [person.session, ...more];
}

/** Whose window each racing vote comes from: everybody has at least one, the rest falls as it may. */
function dealSessions(random: Random, people: readonly Voter[]): string[] {
  const rest = Array.from({ length: RACING - people.length }, () => random.pick(people));
  return random.shuffle([...people, ...rest]).map((sessions) => random.pick(sessions));
}

interface VoteRecord {
  readonly status: string;
  readonly votes: number;
  readonly voters: number;
  readonly released: number;
  readonly runningEvents: number;
  readonly decidedEvents: number;
}

async function readRecord(admin: Sql, id: string): Promise<VoteRecord> {
  const [record] = await admin<VoteRecord[]>`
    select i.status,
      (select count(*)::int from agents.approval_votes v where v.approval_id = a.id) as votes,
      (select count(distinct v.person_id)::int from agents.approval_votes v where v.approval_id = a.id) as voters,
      (select count(*)::int from audit.events e where e.subject = 'invocation:' || i.id
        and e.action = 'invocation.approved' and (e.body::jsonb ->> 'released')::boolean) as released,
      (select count(*)::int from agents.events e where e.agent_id = i.agent_id and e.subject = i.id
        and e.type = 'tool_invocation_running') as "runningEvents",
      (select count(*)::int from agents.events e where e.agent_id = i.agent_id and e.subject = i.id
        and e.type = 'tool_invocation_decided') as "decidedEvents"
    from agents.tool_invocations i join agents.approvals a on a.subject_kind = 'invocation' and a.subject_id = i.id
    where i.id = ${id}`;
  if (!record) throw new Error("The call is not on record.");
  return record;
}
