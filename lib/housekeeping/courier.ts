import type { Sql } from "postgres";
import { z } from "zod";
import { openChangeFeed } from "#db/change-feed.ts";
import { openConnection } from "#db/open-connection.ts";
import { messageOf } from "#lib/errors/message-of.ts";
import { type DeliverySettings, deliver } from "#lib/notifications/deliver.ts";
import { dueDeliverySchema } from "#lib/notifications/due-delivery.ts";
import { notSent } from "#lib/notifications/senders/attempt-result.ts";

/** One that cannot be read is a failure of that one, and no end of the others. */
const takenSchema = z.looseObject({ id: z.uuid(), channel: z.uuid(), target: z.string(), attempt: z.number().int() });
type Taken = z.infer<typeof takenSchema>;

/** Events read at once, and deliveries under way at once; the database sees to it that one channel has few of them. */
const PAGE = 500;
const HANDS = 16;

/** Without a hint: when a pause after a failure may be over. */
const LOOK_EVERY_MS = 3_000;
/** A busy gateway hints all the time; whoever is told a quarter of a second later does not notice. */
const PAUSE_MS = 250;
/** What is under way when we are stopped gets this long; then its lease ends, and another sends it again under the same id. */
const FAREWELL_MS = 1_500;

export interface CourierOptions {
  readonly databaseUrl: string;
  readonly settings: DeliverySettings;
  /** Longer than one try can take. */
  readonly leaseSeconds: number;
  readonly log: (line: string) => void;
}

export interface Courier {
  stop(): Promise<void>;
}

/**
 * Plans and makes the deliveries. Apart from the queue of sweeps, on connections of its own: a target that is slow to answer
 * must not hold up expiry, nor one channel another. Any number of couriers may run; each takes what is due under a lease.
 */
export function startCourier({ databaseUrl, settings, leaseSeconds, log }: CourierOptions): Courier {
  const sql = openConnection(databaseUrl, {
    max: 2,
    connection: { application_name: "airlock-courier" },
  });
  const stopping = new AbortController();
  const leaving = new AbortController();
  const underWay = new Map<Promise<void>, string>();
  let nudge = () => {};
  let fault = "";

  const bringOne = async (delivery: Taken) => {
    const read = dueDeliverySchema.safeParse(delivery);
    const result = read.success
      ? await deliver(read.data, settings, leaving.signal)
      : notSent("This delivery cannot be read.");
    // A try that was cut off by our own leaving says nothing about the target.
    if (leaving.signal.aborted && !result.sent) return;
    await sql`select agents.fn_record_delivery(${delivery.id}, ${result.sent}, ${result.status}, ${result.error})`;
    if (!result.sent && delivery.attempt === 1) log(`A delivery to ${delivery.target} failed: ${result.error}`);
  };

  const round = async () => {
    while ((await plan(sql)) === PAGE && !stopping.signal.aborted);
    const free = HANDS - underWay.size;
    if (free === 0 || stopping.signal.aborted) return;
    for (const delivery of await takeDue(sql, free, leaseSeconds, [...underWay.values()])) {
      const bringing = bringOne(delivery)
        .catch((error: unknown) => log(`A delivery was not recorded: ${messageOf(error)}`))
        .finally(() => {
          underWay.delete(bringing);
          nudge();
        });
      underWay.set(bringing, delivery.channel);
    }
  };

  const work = async () => {
    let followed = false;
    while (!stopping.signal.aborted) {
      const next = makeNudge(stopping.signal);
      nudge = next.nudge;
      try {
        if (!followed) (await openChangeFeed(sql, "airlock_events")).follow(() => nudge());
        followed = true;
        await round();
        fault = "";
      } catch (error) {
        const message = messageOf(error);
        // A server that is away would fill the log with one line every few seconds.
        if (!stopping.signal.aborted && message !== fault) log(`The courier failed: ${message}`);
        fault = message;
      }
      await next.nudged;
    }
  };

  const working = work();
  return {
    async stop() {
      stopping.abort();
      await Promise.race([
        Promise.allSettled([...underWay.keys()]),
        new Promise((resolve) => setTimeout(resolve, FAREWELL_MS).unref()),
      ]);
      leaving.abort();
      await working;
      await Promise.allSettled([...underWay.keys()]);
      await sql.end({ timeout: 1 });
    },
  };
}

async function plan(sql: Sql): Promise<number> {
  const [row] = await sql<{ read: number }[]>`select agents.fn_plan_deliveries(${PAGE}) as read`;
  return row?.read ?? 0;
}

async function takeDue(sql: Sql, limit: number, leaseSeconds: number, underWay: readonly string[]): Promise<Taken[]> {
  const [row] = await sql<{ due: unknown }[]>`
    select agents.fn_due_deliveries(${limit}, ${leaseSeconds}, ${[...underWay]}::uuid[]) as due`;
  return z.array(takenSchema).parse(row?.due ?? []);
}

/** Resolves after a pause when something changed or a hand is free, and at the latest when it is time to look again. */
function makeNudge(signal: AbortSignal) {
  let nudge = () => {};
  const nudged = new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(latest);
      clearTimeout(soon);
      signal.removeEventListener("abort", end);
      resolve();
    };
    const latest = setTimeout(end, LOOK_EVERY_MS);
    let soon: NodeJS.Timeout | undefined;
    nudge = () => {
      soon ??= setTimeout(end, PAUSE_MS);
    };
    signal.addEventListener("abort", end);
    if (signal.aborted) end();
  });
  return { nudged, nudge };
}
