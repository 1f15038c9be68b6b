"use server";
import { z } from "zod";
import { operatorAction } from "#app/server/action.ts";
import { holdOutput as hold } from "#lib/outputs/hold-output.ts";

const input = z.strictObject({ id: z.uuid(), reason: z.string().trim().min(1).max(2000) });

/** Nothing of the output is deleted from now on. */
export const holdOutput = operatorAction("outputs.hold", input, ({ sql, session }, { id, reason }) =>
  hold(sql, session.token, id, true, reason),
);
