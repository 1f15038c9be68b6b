"use server";
import { z } from "zod";
import { operatorAction } from "#app/server/action.ts";
import { decideReview } from "#lib/registry/decide-review.ts";

const input = z.strictObject({
  approvalId: z.uuid(),
  digest: z.string().min(1).max(200),
  decision: z.enum(["approve", "reject"]),
  reason: z.string().trim().min(1, "Say why; whoever asked receives it.").max(2000),
  note: z.string().trim().max(2000).optional(),
  stepUp: z.uuid().optional(),
});

/** A tool version, a trust change or a team run: who may answer which, the database knows. */
export const decideItem = operatorAction(
  "reviews.decide",
  input,
  ({ sql, session }, { note, ...decision }) => decideReview(sql, session.token, { ...decision, note: note || null }),
  { pages: "hinted" },
);
