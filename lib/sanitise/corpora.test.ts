import { describe, expect, test } from "vitest";
import { corpusTextsAndSecrets, type JudgedText } from "#fixtures/sanitise/labelled-texts.ts";
import { clean } from "./clean.ts";
import { isAlarm } from "./finding.ts";
import { WITNESSES } from "./markup/parsers.fixture.ts";

/**
 * Labelled texts that are not part of this repository: `AIRLOCK_CORPORA` names their folder. Without them there are no rows and
 * nothing to hold; the tests of each stage do not need them. Only the part that the rules were made on: the other is for the bench.
 */
const rows = [...corpusTextsAndSecrets("train"), ...corpusTextsAndSecrets("tune")];

/** The mean over groups of the share of rows for which `holds`; 1 when there are no rows. */
function meanOverGroups(some: readonly JudgedText[], holds: (row: JudgedText) => boolean): number {
  const groups = Map.groupBy(some, (row) => row.group);
  const means = [...groups.values()].map((group) => group.filter(holds).length / group.length);
  return means.length === 0 ? 1 : means.reduce((sum, mean) => sum + mean, 0) / means.length;
}

function alarms(text: string): boolean {
  return clean(text).findings.some((finding) => isAlarm(finding.severity));
}

// Hundreds of texts are cleaned, and four parsers read each of them twice.
describe("on labelled texts, where there are any", { timeout: 240_000 }, () => {
  test.each(["escape", "hidden-unicode", "credential", "credential-inband", "credential-split"])(
    "%s raises an alarm and leaves nothing behind",
    (family) => {
      const recall = meanOverGroups(
        rows.filter((row) => row.isHostile && row.family === family),
        ({ text, gone }) => alarms(text) && gone.every((piece) => !clean(text).cleaned.includes(piece)),
      );
      expect(recall).toBeGreaterThanOrEqual(0.99);
    },
  );

  test.each([
    ["exfil-markup", 0.95],
    ["hidden-markup", 0.95],
    ["role-token", 0.88],
    ["override", 0.9],
    ["exfil-request", 0.95],
    ["authority", 0.85],
    ["encoded", 0.95],
  ])("%s raises an alarm, in a share of %s or more", (family, share) => {
    const hostile = rows.filter((row) => row.isHostile && row.family === family);
    expect(meanOverGroups(hostile, ({ text }) => alarms(text))).toBeGreaterThanOrEqual(share);
  });

  test.each(["benign-text.jsonl", "hard-negatives.jsonl", "secrets-negative.jsonl"])(
    "%s: silence, and text that must stay stays",
    (file) => {
      const honest = rows.filter((row) => !row.isHostile && row.file === file);
      expect(honest.filter(({ text }) => alarms(text)).length).toBeLessThanOrEqual(honest.length * 0.003);
      expect(honest.filter(({ text, same }) => same && clean(text).cleaned !== text)).toEqual([]);
    },
  );

  test("no parser finds anything live in them when they are cleaned, and each does before", () => {
    const cleaned = rows.map(({ group, text }) => ({ group, text: clean(text).cleaned }));
    const found = Object.entries(WITNESSES).map(([name, witness]) => ({
      name,
      before: rows.filter(({ text }) => witness(text).length > 0).length,
      after: cleaned.filter(({ text }) => witness(text).length > 0).map(({ group }) => group),
    }));
    for (const { name, before, after } of found) {
      expect(after, name).toEqual([]);
      expect(before, name).toBeGreaterThanOrEqual(Math.floor(rows.length / 10));
    }
  });
});
