import { expect, it } from "vitest";
import { refuse } from "#lib/errors/outcome.ts";
import { decidedElsewhere } from "./decided-elsewhere.ts";

it("says who decided and when, so that a lost race reads as news", () => {
  const refusal = refuse("already_decided", undefined, {
    status: "rejected",
    decision: "reject",
    decidedBy: "Ana",
    decidedAt: "2026-01-01T00:00:00Z",
  });
  expect(decidedElsewhere(refusal, Date.parse("2026-01-01T00:00:12Z"))).toBe("Already rejected by Ana 12 s ago.");
});

it("does without a name when nobody decided, such as after an expiry", () => {
  expect(decidedElsewhere(refuse("already_decided", undefined, { status: "expired" }), 0)).toBe("Already expired.");
});
