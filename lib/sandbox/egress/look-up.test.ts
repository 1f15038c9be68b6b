import { expect, test } from "vitest";
import type { Resolve } from "./decide-connection.ts";
import { CALL_LIMITS, LOOKUPS_AT_ONCE } from "./limits.ts";
import { lookupsOf } from "./look-up.ts";

/** A resolver whose names are answered when the test says so, as the threads of libuv are held by servers that say nothing. */
function silent(): { readonly resolve: Resolve; readonly open: string[]; answer(name: string): void } {
  const answers = new Map<string, () => void>();
  const open: string[] = [];
  return {
    open,
    resolve: (name) => {
      open.push(name);
      return new Promise((resolve) => answers.set(name, () => resolve(["93.184.216.34"])));
    },
    answer(name) {
      open.splice(open.indexOf(name), 1);
      answers.get(name)?.();
    },
  };
}

const soon = () => new Promise((done) => setTimeout(done, 5));

function call(resolve: Resolve, atOnce = CALL_LIMITS.lookupsAtOnce) {
  const over = new AbortController();
  const ask = lookupsOf(resolve, atOnce, over.signal);
  return { over, ask: (name: string) => ask(name).catch(() => "never") };
}

test("a call whose names nobody answers holds one place, and another call's name is answered meanwhile", async () => {
  const server = silent();
  const [hostile, other] = [call(server.resolve), call(async () => ["127.0.0.1"])];
  const held = Array.from({ length: 40 }, (_, index) => hostile.ask(`${index}.silent.test`));
  expect(await other.ask("localhost")).toEqual(["127.0.0.1"]);
  expect(server.open).toEqual(["0.silent.test"]);
  hostile.over.abort();
  server.answer("0.silent.test");
  expect((await Promise.all(held)).slice(1)).toEqual(Array(39).fill("never"));
  expect(server.open).toEqual([]);
});

test("all calls together have a few places, taken in the order they asked; who left the queue asks nobody", async () => {
  const server = silent();
  const calls = Array.from({ length: LOOKUPS_AT_ONCE + 3 }, () => call(server.resolve));
  const asked = calls.map(({ ask }, index) => ask(`${index}`));
  await soon();
  // The control: one more at once would have been asked.
  expect(server.open).toHaveLength(LOOKUPS_AT_ONCE);
  calls[LOOKUPS_AT_ONCE]?.over.abort();
  server.answer("0");
  await soon();
  expect(server.open).toHaveLength(LOOKUPS_AT_ONCE);
  expect(server.open.at(-1)).toBe(`${LOOKUPS_AT_ONCE + 1}`);
  while (server.open.length > 0) {
    server.answer(server.open[0] ?? "");
    await soon();
  }
  expect((await Promise.all(asked)).filter((answer) => answer === "never")).toHaveLength(1);
});
