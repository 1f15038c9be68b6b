import { expect, it } from "vitest";
import type { ApprovalDetail } from "#lib/approvals/queries/read-approval.ts";
import { asOf } from "./as-of.ts";

const waiting = { status: "pending", approvalStatus: "pending", expiresAt: "2026-01-01T00:00:10Z" } as ApprovalDetail;
const at = (second: string) => Date.parse(`2026-01-01T00:00:${second}Z`);

it("leaves a call alone as long as it has time", () => {
  expect(asOf(waiting, at("09"))).toBe(waiting);
});

it("takes a call for dead when its time has passed, whatever the page was told last", () => {
  expect(asOf(waiting, at("10"))).toMatchObject({ status: "expired", approvalStatus: "expired" });
});

it("does not touch a call that was decided", () => {
  const rejected = { ...waiting, status: "rejected" } as ApprovalDetail;
  expect(asOf(rejected, at("59"))).toBe(rejected);
});
