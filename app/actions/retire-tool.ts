"use server";
import { z } from "zod";
import { operatorAction } from "#app/server/action.ts";
import { retireTool as retire } from "#lib/registry/hold-tool.ts";

const input = z.strictObject({ toolId: z.uuid(), reason: z.string().trim().min(1, "Say why.").max(2000) });

export const retireTool = operatorAction("registry.retire", input, ({ sql, session }, holding) =>
  retire(sql, session.token, holding),
);
