import { expect, test } from "vitest";
import { corpusTexts } from "#fixtures/sanitise/labelled-texts.ts";
import { isAlarm } from "../finding.ts";
import { scoreOf } from "../scorecard/scorecard.ts";
import { findInText } from "./find-in-text.ts";

/**
 * Labelled texts that are not part of this repository: `AIRLOCK_CORPORA` names their folder. Floors a little under what was
 * measured; without the sets there is nothing to hold. The part that is kept back is no test, or it would be tuned on.
 */
const FLOORS: Readonly<Record<string, number>> = {
  override: 0.9,
  authority: 0.9,
  "exfil-request": 0.85,
  encoded: 0.95,
  multilingual: 0.2,
};

test.each(["train", "tune"] as const)("the part %s is found as often as it was, and honest texts pass", (part) => {
  const { families, honest } = scoreOf(
    corpusTexts(part).map(({ text, ...row }) => ({
      ...row,
      isHeld: findInText(text).notes.some(({ severity }) => isAlarm(severity)),
    })),
  );
  for (const { family, recall } of families) expect(recall).toBeGreaterThanOrEqual(FLOORS[family] ?? 0);
  expect(honest.rate).toBeLessThanOrEqual(0.01);
});
