"use server";
import { z } from "zod";
import { operatorAction } from "#app/server/action.ts";
import { setServing } from "#lib/registry/hold-tool.ts";

const input = z.strictObject({ toolId: z.uuid(), serve: z.boolean() });

export const setToolServing = operatorAction("registry.set-serving", input, ({ sql, session }, serving) =>
  setServing(sql, session.token, serving),
);
