"use server";
import { z } from "zod";
import { operatorAction } from "#app/server/action.ts";
import { giveFeedback as give } from "#lib/trust/change-trust.ts";

const input = z.strictObject({
  agentId: z.uuid(),
  // Not trimmed: it is the agent that names its tasks, and one with a blank at its end is judged as well.
  taskId: z.string().min(1, "Name the task.").max(200),
  quality: z.number().min(0).max(10),
  difficulty: z.number().int().min(1).max(5).optional(),
  note: z.string().max(2000).optional(),
});

export const giveFeedback = operatorAction("trust.judge", input, ({ sql, session }, feedback) =>
  give(sql, session.token, feedback),
);
