"use server";
import { z } from "zod";
import { operatorAction } from "#app/server/action.ts";
import { outputKeys } from "#app/server/output-keys.ts";
import { readRawOutput as read } from "#lib/invocations/read-raw-output.ts";

const input = z.strictObject({ id: z.uuid() });

/** An action and not a page: a reading happens because somebody asked for it, and is on record once for each time. */
export const readRawOutput = operatorAction("outputs.read-raw", input, async ({ sql, session }, { id }) => {
  // First, so that nobody is on record for having read what could not be opened.
  const keys = await outputKeys();
  return keys.ok ? await read(sql, session.token, id, keys.value) : keys;
});
