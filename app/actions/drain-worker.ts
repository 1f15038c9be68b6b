"use server";
import { z } from "zod";
import { operatorAction } from "#app/server/action.ts";
import { drainWorker as drain } from "#lib/operations/drain-worker.ts";

const input = z.strictObject({ workerId: z.uuid(), draining: z.boolean() });

export const drainWorker = operatorAction("workers.drain", input, ({ sql, session }, { workerId, draining }) =>
  drain(sql, session.token, workerId, draining),
);
