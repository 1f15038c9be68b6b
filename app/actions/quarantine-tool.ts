"use server";
import { z } from "zod";
import { operatorAction } from "#app/server/action.ts";
import { quarantineTool as quarantine } from "#lib/registry/hold-tool.ts";

const input = z.strictObject({ toolId: z.uuid(), reason: z.string().trim().min(1, "Say why.").max(2000) });

export const quarantineTool = operatorAction("registry.quarantine", input, ({ sql, session }, holding) =>
  quarantine(sql, session.token, holding),
);
