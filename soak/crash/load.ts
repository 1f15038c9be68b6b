/**
 * Agents that ask, people who decide and dispatchers that run, each on connections that are opened once: whoever is
 * interrupted tries the same act again, as a client of ours has to, and the ledger keeps what was acknowledged.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { Sql } from "postgres";
import type { TestAgent, TestPerson, TestTool } from "#db/testing/fixtures.ts";
import { randomOf } from "#db/testing/random.ts";
import { approveInvocation, type Decision, rejectInvocation } from "#lib/approvals/decide-invocation.ts";
import { claimNext, reclaimLost } from "#lib/dispatch/claim.ts";
import { complete } from "#lib/dispatch/complete.ts";
import { attempt } from "#lib/errors/attempt.ts";
import type { Outcome } from "#lib/errors/outcome.ts";
import { ask } from "#lib/gateway/ask.ts";
import { sealForTest } from "#lib/outputs/testing/test-key.ts";
import type { Ledger } from "./ledger.ts";

export interface Load {
  readonly ledger: Ledger;
  readonly seed: number;
  readonly signal: AbortSignal;
  /** What went wrong in a way that no client is told to expect. */
  readonly surprised: (error: unknown) => void;
}

const AGAIN_MS = 50;
const LEASE_SECONDS = 2;

/** Tries until there is an answer; nothing when the trial ended first. */
async function insist<T>(
  { ledger, signal, surprised }: Load,
  act: () => Promise<Outcome<T>>,
): Promise<Outcome<T> | undefined> {
  while (!signal.aborted) {
    try {
      const answer = await act();
      if (answer.ok || (answer.code !== "database_unavailable" && answer.code !== "busy")) return answer;
      if (answer.code === "database_unavailable") ledger.interrupted += 1;
    } catch (error) {
      surprised(error);
    }
    await sleep(AGAIN_MS);
  }
  return undefined;
}

export async function keepAsking(
  load: Load,
  gateway: Sql,
  agent: TestAgent,
  tools: readonly TestTool[],
  place: number,
): Promise<void> {
  const random = randomOf(load.seed, 3, place);
  for (let number = 0; !load.signal.aborted; number += 1) {
    const { name } = random.pick(tools);
    const idempotencyKey = `asker-${place}-${number}`;
    const asked = await insist(load, () => ask(gateway, agent.key, { tool: name, input: { number }, idempotencyKey }));
    if (!asked) return;
    if (!asked.ok) throw new Error(`An ask was refused: ${asked.message}`);
    load.ledger.asked.add(asked.value.id);
    if (asked.value.replayed) load.ledger.replayed += 1;
    // Slower than those who decide and run, or the queue would only grow.
    await sleep(random.integer(5, 25));
  }
}

export async function keepDeciding(load: Load, web: Sql, person: TestPerson, place: number): Promise<void> {
  const random = randomOf(load.seed, 4, place);
  while (!load.signal.aborted) {
    const waiting = await insist(load, () =>
      attempt(
        () => web<Decision[]>`
      select id, revision, binding_digest as digest from agents.tool_invocations
      where status = 'pending' order by id offset ${random.integer(0, 5)} limit 1`,
      ),
    );
    const shown = waiting?.ok ? waiting.value[0] : undefined;
    if (!shown) {
      await sleep(10);
      continue;
    }
    const isYes = random.chance(0.8);
    const decided = await insist(load, () =>
      attempt(() =>
        isYes
          ? approveInvocation(web, person.session, shown, null)
          : rejectInvocation(web, person.session, shown, "A trial says no.", null),
      ).then((outcome) => (outcome.ok ? outcome.value : outcome)),
    );
    if (!decided) return;
    // If not, somebody else was quicker, or we were and did not hear of it.
    if (decided.ok) load.ledger.decided.set(shown.id, isYes ? "approved" : "rejected");
  }
}

export async function keepRunning(load: Load, worker: Sql, id: string): Promise<void> {
  while (!load.signal.aborted) {
    const taken = await insist(load, () =>
      attempt(
        async () => (await claimNext(worker, id, LEASE_SECONDS)) ?? (await reclaimLost(worker, id, LEASE_SECONDS)),
      ),
    );
    const claim = taken?.ok ? taken.value : undefined;
    if (!claim) {
      await sleep(10);
      continue;
    }
    load.ledger.claimed.set(claim.id, claim.fence);
    const ended = await insist(load, () =>
      attempt(() =>
        complete(
          worker,
          id,
          claim,
          {
            status: "completed",
            raw: Buffer.from("done"),
            cleanedJson: '"done"',
            findings: [],
            run: {},
          },
          sealForTest,
        ),
      ),
    );
    if (ended?.ok && ended.value) load.ledger.completed.set(claim.id, "completed");
  }
}
