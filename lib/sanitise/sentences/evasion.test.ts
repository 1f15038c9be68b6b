import { describe, expect, test } from "vitest";
import { ownTexts } from "#fixtures/sanitise/labelled-texts.ts";
import { TRANSFORMS } from "#fixtures/sanitise/transforms.ts";
import { isAlarm } from "../finding.ts";
import { findInText } from "./find-in-text.ts";

/** Family by transform: of the sentences that are found as they stand, how many are lost when they are written another way. */
function alarms(text: string): boolean {
  return findInText(text).notes.some(({ severity }) => isAlarm(severity));
}

const SAID_PLAINLY = new Set(["override", "authority", "exfil-request"]);
const found = ownTexts().filter(({ isHostile, family, text }) => isHostile && SAID_PLAINLY.has(family) && alarms(text));
const SENTENCES = new Set(["output", "document"]);
const honest = ownTexts().filter(({ isHostile, family }) => !isHostile && SENTENCES.has(family));

/** The share that may be lost. Full-width, look-alikes and encodings lose nothing; words without borders are guessed at. */
const LOST_MAX: Readonly<Record<string, number>> = {
  "letters apart": 0.1,
  "dots between letters": 0.2,
  leet: 0.2,
  "run together": 0.2,
  circled: 0.05,
  "upside down case": 0.05,
};

describe.each(Object.entries(TRANSFORMS))("%s", (name, transform) => {
  test("hides next to nothing of what is found in plain letters", () => {
    const lost = found.filter(({ text }) => !alarms(transform(text)));
    expect(lost.length / found.length).toBeLessThanOrEqual(LOST_MAX[name] ?? 0.03);
  });

  test("makes no attack of an honest sentence, where disguise alone is none", () => {
    if (name === "look-alikes" || name === "full-width") return;
    const raised = honest.filter(({ text }) => !alarms(text) && alarms(transform(text)));
    expect(raised.length).toBeLessThanOrEqual(2);
  });
});

test("there are enough sentences for the figures to mean something", () => {
  expect(found.length).toBeGreaterThan(25);
});
