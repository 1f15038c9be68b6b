import { randomBytes } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import type { AttackReport } from "./attack-report.ts";
import { BOMBS } from "./bombs.ts";
import { launchAttack } from "./launch-attack.ts";
import { GROUPS, WAYS } from "./probe.ts";
import { SHORTFALLS } from "./shortfalls.ts";

/** Fewer that bite would be a suite that proves little, whatever it finds. */
const FEWEST = 80;
const isRoot = process.getuid?.() === 0;
/** Whoever runs the tests; and where that is root, a user without any right as well. */
const ATTACKERS = isRoot ? (["self", "nobody"] as const) : (["self"] as const);

describe.each(ATTACKERS)("every way out that we know, tried as %s", (attacker) => {
  let report: AttackReport;
  beforeAll(async () => {
    report = await launchAttack(attacker, `mark${randomBytes(8).toString("hex")}`);
  }, 300_000);

  test("there is a sandbox to try, and each was tried each way", () => {
    const backends = Object.keys(report.tiers);
    expect(backends.length, report.reasons.join("\n")).toBeGreaterThan(0);
    const tried = new Set([...report.findings, ...report.declined].map(({ backend, way }) => `${backend} ${way}`));
    expect([...tried].sort()).toEqual(backends.flatMap((backend) => WAYS.map((way) => `${backend} ${way}`)).sort());
    // A weaker one may decline a way; the one that everything else rests on does not.
    expect(report.declined.filter(({ backend }) => backend === "bubblewrap")).toEqual([]);
  });

  test("control: outside a sandbox, or with namespaces alone, the probes reach what they look for", () => {
    const biting = report.probes.filter(({ bites }) => bites !== null);
    expect(biting.length).toBeGreaterThanOrEqual(FEWEST);
    expect(new Set(report.probes.map(({ name }) => name)).size).toBe(report.probes.length);
    if (isRoot && attacker === "self") expect(new Set(biting.map(({ group }) => group))).toEqual(new Set(GROUPS));
  });

  test("inside, none of them does, save where a weaker backend is known to fall short", () => {
    expect(report.findings.length).toBeGreaterThan(FEWEST);
    const escapes = report.findings.filter(
      ({ backend, probe, reached }) => reached && !SHORTFALLS[backend]?.includes(probe),
    );
    expect(escapes.map(({ backend, way, probe, answer }) => ({ backend, way, probe, answer }))).toEqual([]);
  });

  test("a shortfall that is written down is a probe that there is", () => {
    const names = new Set(report.probes.map(({ name }) => name));
    expect(Object.values(SHORTFALLS).flatMap((list) => list.filter((name) => !names.has(name)))).toEqual([]);
  });

  test("nothing is left of commands that do not want to end", () => {
    expect(report.left.length).toBe(Object.keys(report.tiers).length * Object.keys(BOMBS).length);
    expect(report.left.filter(({ processes }) => processes > 0)).toEqual([]);
  });

  test("what cannot be held is refused before anything runs", () => {
    const { memory, processorTime, processes, ...uncontained } = report.refusals;
    const isRootless = !Object.values(report.tiers).includes("full");
    expect({ memory, processorTime }).toEqual(
      isRootless
        ? { memory: "limit_unenforceable", processorTime: "limit_unenforceable" }
        : { memory: null, processorTime: null },
    );
    expect(processes).toBe(null);
    expect(new Set(Object.values(uncontained))).toEqual(new Set(["no_sandbox"]));
    if (attacker === "nobody") expect(report.tiers.bubblewrap).toBe("rootless");
  });
});
