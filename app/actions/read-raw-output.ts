"use server";
import { z } from "zod";
import { operatorAction } from "#app/server/action.ts";
import { readRawOutput as read } from "#lib/invocations/read-raw-output.ts";

const input = z.strictObject({ id: z.uuid() });

/** An action and not a page: a reading happens because somebody asked for it, and is on record once for each time. */
export const readRawOutput = operatorAction("outputs.read-raw", input, ({ sql, session }, { id }) =>
  read(sql, session.token, id),
);
