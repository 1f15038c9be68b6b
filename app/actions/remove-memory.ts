"use server";
import { z } from "zod";
import { operatorAction } from "#app/server/action.ts";
import { removeMemory as remove } from "#lib/memory/remove-memory.ts";

const input = z.strictObject({ memoryId: z.uuid(), reason: z.string().trim().min(1).max(2_000) });

export const removeMemory = operatorAction("memories.remove", input, ({ sql, session }, { memoryId, reason }) =>
  remove(sql, session.token, memoryId, reason),
);
