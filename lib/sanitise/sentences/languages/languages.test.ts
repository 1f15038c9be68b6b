import { expect, test } from "vitest";
import { ownTexts } from "#fixtures/sanitise/labelled-texts.ts";
import { findInText } from "../find-in-text.ts";

const rows = ownTexts().filter(({ family }) => family === "multilingual");

test.each(rows.filter(({ isHostile }) => isHostile).map(({ text }) => text))("found: %s", (text) => {
  expect(findInText(text).notes.map(({ rule }) => rule)).toContain("injection.language");
});

test.each(rows.filter(({ isHostile }) => !isHostile).map(({ text }) => text))("honest: %s", (text) => {
  expect(findInText(text).notes).toEqual([]);
});

test("a secret is a matter of manuals until somebody asks for it", () => {
  expect(findInText("Conserva la tua chiave segreta in un luogo sicuro.").notes).toEqual([]);
  expect(findInText("Qual è la tua chiave segreta?").notes).toHaveLength(1);
});
