import { expect, test } from "vitest";
import { type NetworkRun, noConnections } from "./no-connections.ts";

const REPORTED: NetworkRun = { network: [], endedAt: "2026-01-05T10:00:00Z", error: null };
const LOST: NetworkRun = {
  ...REPORTED,
  network: null,
  error: { code: "lease_lost", message: "The dispatcher was lost." },
};
const NOTHING = "The call did not try to reach anything.";

test("that a call reached for nothing is said of runs that were reported", () => {
  expect(noConnections([REPORTED], false).sentence).toBe(NOTHING);
});

test("of a call whose worker was lost it is said that nothing was reported", () => {
  expect(noConnections([LOST], false).sentence).toBe("Its dispatcher was lost before it could report.");
  expect(noConnections([LOST, LOST], false).sentence).toBe("Its dispatcher was lost before it could report.");
});

test.each([
  ["an earlier worker was lost", [LOST, REPORTED], false],
  ["it still runs", [{ ...REPORTED, network: null, endedAt: null }], false],
  ["its worker ended it without a report", [{ ...REPORTED, network: null }], false],
  ["nobody took it", [], false],
  ["it runs outside of our sandbox", [], true],
] as const)("nothing is claimed about what a call reached when %s", (_when, runs, external) => {
  expect(noConnections(runs, external).sentence).not.toBe(NOTHING);
});
