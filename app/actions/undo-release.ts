"use server";
import { z } from "zod";
import { operatorAction } from "#app/server/action.ts";
import { undoRelease as undo } from "#lib/approvals/undo-release.ts";

const input = z.strictObject({ id: z.uuid(), reason: z.string().trim().max(2000).optional() });

export const undoRelease = operatorAction("approvals.decide", input, ({ sql, session }, { id, reason }) =>
  undo(sql, session.token, id, reason || null),
);
