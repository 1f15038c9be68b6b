import { expect, test } from "vitest";
import { done, refuse } from "#lib/errors/outcome.ts";
import { createAllowance, type Taken } from "./allowance.ts";

/** A bucket that is shared by any number of gateways, with a clock that the test turns. */
function bucket(most = 20, second = 50) {
  const state = { tokens: most, asked: 0, now: 1_000 };
  const take = async (_: string, want: number) => {
    state.asked += 1;
    const given = Math.min(want, state.tokens);
    state.tokens -= given;
    const taken: Taken = { given, left: state.tokens, most, second, nextMs: given > 0 ? 0 : 20 };
    return done(taken);
  };
  return { state, open: () => createAllowance(take, () => state.now) };
}

test("two gateways together let through what one bucket holds, at a fraction of a statement a request", async () => {
  const { state, open } = bucket();
  const [one, other] = [open(), open()];
  const answers = await Promise.all(Array.from({ length: 60 }, (_, n) => (n % 2 ? one : other).spend("key")));
  expect(answers.filter(({ ok }) => ok).length).toBe(20);
  expect(state.asked).toBeLessThan(10);
});

test("a refused key is refused without asking again until there is one, and says when", async () => {
  const { state, open } = bucket(1);
  const allowance = open();
  await allowance.spend("key");
  const refused = await allowance.spend("key");
  expect(refused).toMatchObject({ ok: false, code: "rate_limited", details: { retryAfter: 1 } });
  const { asked } = state;
  await allowance.spend("key");
  expect(state.asked).toBe(asked);
  state.now += 25;
  state.tokens = 1;
  expect((await allowance.spend("key")).ok).toBe(true);
});

test("a batch spends as many as it has calls, and more than the bucket holds is never waited for", async () => {
  const allowance = bucket(20).open();
  expect(await allowance.spend("key", 15)).toMatchObject({ ok: true, value: { remaining: 5 } });
  expect((await allowance.spend("key", 15)).ok).toBe(false);
  expect((await bucket(20).open().spend("key", 21)).ok).toBe(false);
});

test("a dead key is told so, and nothing of it is kept", async () => {
  const allowance = createAllowance(async () => refuse("bad_agent_key"));
  expect(await allowance.spend("key")).toMatchObject({ ok: false, code: "bad_agent_key" });
});
