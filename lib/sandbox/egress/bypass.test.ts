import { expect, test } from "vitest";
import { ADDRESSES, RESOLVING } from "./bypass/addresses.fixture.ts";
import { NAMES } from "./bypass/names.fixture.ts";
import { HTTP, METHODS } from "./bypass/requests.fixture.ts";
import { type Attempt, tryNaive, tryOurs } from "./bypass/trial.fixture.ts";
import { SOCKS, TLS } from "./bypass/tunnels.fixture.ts";

/**
 * Ways round the proxy, each a form of its own. Every one is also made against a proxy that believes what it is told:
 * there it must work, or it would prove nothing here. What the kernel holds is in `bypass.sandbox.test.ts`.
 */
const ALL = Object.entries({ ADDRESSES, NAMES, RESOLVING, HTTP, METHODS, TLS, SOCKS }).flatMap(([group, attempts]) =>
  Object.entries(attempts).map(([name, attempt]): [string, string, Attempt] => [group.toLowerCase(), name, attempt]),
);

test.concurrent.each(ALL)("%s: %s", async (_group, _name, attempt) => {
  const ours = await tryOurs(attempt);
  if (attempt.ends === "clean") expect(ours.reply).toContain("\r\n\r\nok");
  else expect(ours.reasons).toContain(attempt.ends);
  expect(ours.heard).not.toMatch(attempt.forbidden);
  expect(await tryNaive(attempt)).toMatch(attempt.forbidden);
});

test("they are as many different ones as were promised", () => expect(ALL.length).toBeGreaterThanOrEqual(60));
