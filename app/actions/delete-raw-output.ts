"use server";
import { z } from "zod";
import { operatorAction } from "#app/server/action.ts";
import { deleteRawOutput as remove } from "#lib/outputs/delete-raw-output.ts";

const input = z.strictObject({ id: z.uuid(), reason: z.string().trim().min(1).max(2000) });

export const deleteRawOutput = operatorAction("outputs.delete-raw", input, ({ sql, session }, { id, reason }) =>
  remove(sql, session.token, id, reason),
);
