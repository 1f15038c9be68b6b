import { expect, it } from "vitest";
import { refuse } from "#lib/errors/outcome.ts";
import { decidedElsewhere } from "./decided-elsewhere.ts";

it.each([
  ["2026-01-01T00:00:12Z", "12 s ago"],
  ["2026-01-01T00:00:02Z", "2 s ago"],
  ["2026-01-01T00:00:00Z", "just now"],
  ["2026-01-01T00:03:00Z", "3 min ago"],
])("says who decided and when, so that a lost race reads as news: at %s %s", (at, words) => {
  const refusal = refuse("already_decided", undefined, {
    status: "rejected",
    decision: "reject",
    decidedBy: "Ana",
    decidedAt: "2026-01-01T00:00:00Z",
  });
  expect(decidedElsewhere(refusal, Date.parse(at))).toBe(`Already rejected by Ana ${words}.`);
});

it("does not call approved what was taken back", () => {
  const taken = { status: "cancelled", decision: "approve", decidedBy: "Ana", decidedAt: "2026-01-01T00:00:00Z" };
  expect(decidedElsewhere(refuse("already_decided", undefined, taken), 0)).toBe("Already cancelled.");
});

it("does without a name when nobody decided, such as after an expiry", () => {
  expect(decidedElsewhere(refuse("already_decided", undefined, { status: "expired" }), 0)).toBe("Already expired.");
});
