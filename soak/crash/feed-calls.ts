import { setTimeout as sleep } from "node:timers/promises";
import type { Sql } from "postgres";
import type { TestAgent, TestPerson } from "#db/testing/fixtures.ts";
import { type Random, randomOf } from "#db/testing/random.ts";
import { approveInvocation } from "#lib/approvals/decide-invocation.ts";
import { ask } from "#lib/gateway/ask.ts";
import { granted, shown } from "../acts.ts";
import { countEach, countOnce } from "./counter/contract.ts";

/** Whether a call sends its key, and how long it takes on either side of its effect. */
export type Choose = (random: Random) => {
  readonly keyed: boolean;
  readonly beforeMs: number;
  readonly afterMs: number;
};

interface FeedOptions {
  readonly gateway: Sql;
  readonly web: Sql;
  readonly agent: TestAgent;
  readonly operator: TestPerson;
  /** So many released calls wait for a dispatcher at any time. */
  readonly waiting: number;
  readonly choose: Choose;
  readonly seed: number;
  readonly signal: AbortSignal;
}

/** Asks for calls and approves them for as long as the signal lets it, as fast as they are taken. */
export async function feedCalls(options: FeedOptions): Promise<void> {
  const { web, waiting, choose, seed, signal } = options;
  for (let number = 0; !signal.aborted; ) {
    const [queue] = await web<{ length: number }[]>`
      select count(*)::int as length from agents.tool_invocations where status = 'running' and claimed_at is null`;
    if ((queue?.length ?? 0) >= waiting) {
      await sleep(20);
      continue;
    }
    const random = randomOf(seed, 1, number);
    await releaseCall(options, `ticket-${number}`, choose(random), random.chance(0.5));
    number += 1;
  }
}

/** Asks for one call and approves it. Half of them leave the key to Airlock. */
export async function releaseCall(
  { gateway, web, agent, operator }: Pick<FeedOptions, "gateway" | "web" | "agent" | "operator">,
  ticket: string,
  chosen: ReturnType<Choose>,
  hasKey: boolean,
): Promise<void> {
  const asked = await ask(gateway, agent.key, {
    tool: (chosen.keyed ? countOnce : countEach).name,
    input: { ticket, ...chosen },
    requestId: ticket,
    ...(hasKey ? { idempotencyKey: `key-${ticket}` } : {}),
  });
  const seen = await shown(web, granted(asked).id);
  granted(await approveInvocation(web, operator.session, seen, null));
}

/** A kill falls before the effect as often as after it; some calls are long enough to be seen outliving one. */
export const chooseAny: Choose = (random) => ({
  keyed: random.chance(0.5),
  ...(random.chance(0.1)
    ? { beforeMs: 0, afterMs: random.integer(2_000, 4_000) }
    : { beforeMs: random.integer(0, 200), afterMs: random.integer(0, 400) }),
});
