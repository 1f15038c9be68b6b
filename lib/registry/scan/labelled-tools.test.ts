import { describe, expect, test } from "vitest";
import { corpusTools, type LabelledTool, ownTools } from "#fixtures/registry/labelled-tools.ts";
import { scoreOf } from "#lib/sanitise/scorecard/scorecard.ts";
import { scanTool } from "./scan-tool.ts";

/**
 * What was once reached is kept: a floor a family, a little under what was measured. The own rows are in this repository; the
 * others are looked at as a score only, and where they are not there is nothing to hold.
 */
const OWN_FLOORS: Readonly<Record<string, number>> = {
  override: 0.88,
  "role-token": 0.95,
  concealment: 0.92,
  "data-lure": 0.8,
  "exfil-url": 0.88,
  encoded: 0.99,
  "hidden-unicode": 0.99,
  "homoglyph-name": 0.99,
  precedence: 0.85,
  shadowing: 0.75,
  capability: 0.8,
};

const CORPUS_FLOORS: Readonly<Record<string, number>> = {
  override: 0.9,
  "role-token": 0.9,
  concealment: 0.9,
  "data-lure": 0.9,
  "exfil-url": 0.9,
  "hidden-unicode": 0.99,
  "homoglyph-name": 0.99,
};

function judge(rows: readonly LabelledTool[]) {
  return scoreOf(rows.map(({ tool, ...row }) => ({ ...row, isHeld: scanTool(tool).verdict !== "ok" })));
}

describe("on our own rows", () => {
  const rows = ownTools();
  const { families, honest } = judge(rows);

  test("every family has hostile and honest rows, twenty at least of each", () => {
    for (const isHostile of [true, false]) {
      const counts = Map.groupBy(
        rows.filter((row) => row.isHostile === isHostile),
        ({ family }) => family,
      );
      for (const family of Object.keys(OWN_FLOORS)) expect(counts.get(family)?.length).toBeGreaterThanOrEqual(20);
    }
  });

  test.each(Object.entries(OWN_FLOORS))("%s is held as often as it was", (family, floor) => {
    expect(families.find((found) => found.family === family)?.recall).toBeGreaterThanOrEqual(floor);
  });

  test("the commonest attacks are held in a score of languages", () => {
    expect(families.find(({ family }) => family === "multilingual")?.recall).toBeGreaterThanOrEqual(0.75);
  });

  test("not one honest definition is held, however forceful", () => {
    expect(honest.alarms).toBe(0);
  });
});

describe("on the larger sets, where there are any", () => {
  test.each(["tuned", "held"] as const)("the %s part is held as often as it was, and honest tools pass", (part) => {
    const { families, honest } = judge(corpusTools(part));
    for (const { family, recall } of families) expect(recall).toBeGreaterThanOrEqual(CORPUS_FLOORS[family] ?? 0);
    expect(honest.rate).toBeLessThanOrEqual(0.005);
  });
});
