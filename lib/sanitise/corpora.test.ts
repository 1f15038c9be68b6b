import { describe, expect, test } from "vitest";
import { corpusTextsAndSecrets, type JudgedText } from "#fixtures/sanitise/labelled-texts.ts";
import { type Cleaned, clean } from "./clean.ts";
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

const known = new Map<string, Cleaned>();

/** Cleaned once: several promises are about the same rows. */
function cleanedOf(text: string): Cleaned {
  const cleaned = known.get(text) ?? clean(text);
  known.set(text, cleaned);
  return cleaned;
}

function alarms(text: string): boolean {
  return cleanedOf(text).findings.some((finding) => isAlarm(finding.severity));
}

// Hundreds of texts are cleaned, and four parsers read each of them twice.
describe("on labelled texts, where there are any", { timeout: 240_000 }, () => {
  test.each(["escape", "hidden-unicode", "credential", "credential-inband", "credential-split"])(
    "%s raises an alarm and leaves nothing behind",
    (family) => {
      const recall = meanOverGroups(
        rows.filter((row) => row.isHostile && row.family === family),
        ({ text, gone }) => alarms(text) && gone.every((piece) => !cleanedOf(text).cleaned.includes(piece)),
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
      expect(honest.filter(({ text, same }) => same && cleanedOf(text).cleaned !== text)).toEqual([]);
    },
  );

  test("no parser finds anything live in them when they are cleaned, and each does before", () => {
    const cleaned = rows.map(({ group, text }) => ({ group, text: cleanedOf(text).cleaned }));
    const enough = Math.floor(rows.length / 10);
    for (const [name, witness] of Object.entries(WITNESSES)) {
      const isLive = ({ text }: { text: string }): boolean => witness(text).length > 0;
      expect(cleaned.filter(isLive).map(({ group }) => group)).toEqual([]);
      // The parsers are slow: who has found so many in the raw texts finds things.
      let live = 0;
      for (const row of rows) if (live < enough && isLive(row)) live += 1;
      expect(live, name).toBe(enough);
    }
  });
});
