import { expect, it } from "vitest";
import { refuse } from "#lib/errors/outcome.ts";
import { countAnswers } from "./count-answers.ts";

it("counts what became of each, and calls a lost race no decision of this person", () => {
  expect(
    countAnswers([
      { ok: true, id: "1", status: "running" },
      { ok: true, id: "2", status: "running" },
      { ok: true, id: "3", status: "drill", outcome: "missed", flaw: "x" },
      { ...refuse("already_decided"), id: "4" },
    ]),
  ).toBe("2 approved, 1 drill, 1 not decided by you.");
});
