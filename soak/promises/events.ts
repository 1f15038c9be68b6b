/**
 * Against: a reader that asks for numbers above the last it saw. Numbers are given before the commit, so it passes over
 * whatever commits late, for ever. In each round the same events are read by such a reader on the side.
 */
import { setTimeout as pause } from "node:timers/promises";
import type { Sql } from "postgres";
import { openChangeFeed } from "#db/change-feed.ts";
import { openConnection } from "#db/open-connection.ts";
import { makeAgent, makePerson } from "#db/testing/fixtures.ts";
import { randomOf } from "#db/testing/random.ts";
import type { TestDatabase } from "#db/testing/test-database.ts";
import { eventsOfAgent, eventsOfAll } from "#lib/events/event-source.ts";
import { startConsumer } from "../events/consumer.ts";
import { writeEvents } from "../events/write-events.ts";
import { onOwnDatabase } from "../own-database.ts";
import type { SoakPromise, Trial, TrialResult } from "../promise.ts";

const PATIENCE_MS = 20_000;
const CONSUMER = "events-consumer";

export const events: SoakPromise = {
  name: "events",
  says: "A consumer that was away, or lost its connections, misses no event, sees none twice and sees them in order.",
  rounds: { full: 200, short: 4 },
  run: (trial) => onOwnDatabase((database) => followThroughAbsence(database, trial)),
};

async function followThroughAbsence(
  database: TestDatabase,
  { rounds, seed, say, signal }: Trial,
): Promise<TrialResult> {
  const { admin, adminUrl, urls } = database;
  const owner = await makePerson(admin, "operator");
  const [own, other] = [await makeAgent(admin, owner.id), await makeAgent(admin, owner.id)];
  const writing = openConnection(adminUrl, { max: 8 });
  // No look at the types of arrays: the driver does not catch the failure of that one query when its connection is cut.
  const reading = { max: 2, fetch_types: false, connection: { application_name: CONSUMER } };
  const web = openConnection(urls.web, reading);
  const gateway = openConnection(urls.gateway, reading);
  const [webFeed, gatewayFeed] = [
    await openChangeFeed(web, "airlock_events"),
    await openChangeFeed(gateway, "airlock_events"),
  ];

  const violations: string[] = [];
  const figures = { events: 0, lives: 0, connectionsLost: 0, missedByNumber: 0 };
  try {
    for (let round = 0; round < rounds; round += 1) {
      signal.throwIfAborted();
      const random = randomOf(seed, round);
      const asAgent = round % 2 === 1;
      const before = await placesOf(admin, null);
      const consumer = startConsumer({
        source: asAgent ? eventsOfAgent(gateway, own.key) : eventsOfAll(web),
        feed: asAgent ? gatewayFeed : webFeed,
        cursor: before.at(-1) ?? "0-0",
        random: randomOf(seed, round, 1),
      });
      const byNumber = await startReadingByNumber(admin);
      const loseConnections = round % 4 >= 2 ? cutConnections(admin) : undefined;
      await writeEvents({ sql: writing, agentIds: [own.id, other.id], random, onlySlowestLeft: byNumber.look });
      await byNumber.look();
      figures.connectionsLost += (await loseConnections?.stop()) ?? 0;

      const written = await placesOf(admin, before.at(-1) ?? null, asAgent ? own.id : null);
      await consumer.finish(written.length, AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]));
      const fault = judge(written, consumer.seen);
      if (fault) violations.push(`round ${round}, ${asAgent ? "an agent" : "everybody"}'s events: ${fault}`);
      figures.events += written.length;
      figures.lives += consumer.lives;
      figures.missedByNumber += byNumber.missed(await placesOf(admin, before.at(-1) ?? null));
      if ((round + 1) % 25 === 0) say(`${round + 1} of ${rounds} rounds, ${figures.events} events`);
    }
  } finally {
    await Promise.all([webFeed.close(), gatewayFeed.close()].map((closing) => closing.catch(() => {})));
    await Promise.all([writing, web, gateway].map((sql) => sql.end({ timeout: 1 })));
  }
  return { rounds, violations, figures };
}

function judge(written: readonly string[], seen: readonly string[]): string | undefined {
  const twice = seen.length - new Set(seen).size;
  const missed = written.filter((place) => !seen.includes(place)).length;
  if (missed > 0 || twice > 0) return `of ${written.length} events ${missed} were missed and ${twice} seen twice`;
  return written.join() === seen.join() ? undefined : "they were seen in another order, or some that were not written";
}

/** The places of all events that were committed after one, in their order; of one agent or of all. */
async function placesOf(admin: Sql, after: string | null, agentId: string | null = null): Promise<string[]> {
  const [txid, id] = (after ?? "0-0").split("-");
  const rows = await admin<{ place: string }[]>`
    select e.txid || '-' || e.id as place from agents.events e
    where (e.txid, e.id) > (${txid ?? "0"}::text::xid8, ${id ?? "0"}::text::bigint) and (${agentId}::uuid is null or e.agent_id = ${agentId}::uuid)
    order by e.txid, e.id`;
  return rows.map(({ place }) => place);
}

/** The reader that we do not have. */
async function startReadingByNumber(admin: Sql) {
  const [newest] = await admin<{ id: string }[]>`select coalesce(max(id), 0)::text as id from agents.events`;
  let last = newest?.id ?? "0";
  const seen = new Set<string>();
  return {
    async look() {
      const rows = await admin<{ id: string }[]>`
        select id::text from agents.events where id > ${last}::text::bigint order by id`;
      for (const { id } of rows) seen.add(id);
      last = rows.at(-1)?.id ?? last;
    },
    missed: (places: readonly string[]) => places.filter((place) => !seen.has(place.split("-")[1] ?? "")).length,
  };
}

/** Ends every connection of the consumer, the one that listens too, again and again. */
function cutConnections(admin: Sql) {
  let cut = 0;
  let stopped = false;
  const cutting = (async () => {
    while (!stopped) {
      await pause(20);
      const ended = await admin`
        select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = ${CONSUMER} and datname = current_database()`;
      cut += ended.length;
    }
  })();
  // Told where it is stopped; until then nobody holds it.
  cutting.catch(() => {});
  return {
    async stop(): Promise<number> {
      stopped = true;
      await cutting;
      return cut;
    },
  };
}
