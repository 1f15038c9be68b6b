"use server";
import { z } from "zod";
import { operatorAction } from "#app/server/action.ts";
import { EGRESS_CLASSES, SAFETY_CLASSES } from "#lib/policy/vocabulary.ts";
import { importTools } from "#lib/registry/servers/import-tools.ts";

const input = z.strictObject({
  serverId: z.uuid(),
  serverRoot: z.string().min(1).max(200),
  tools: z
    .array(
      z.strictObject({
        upstream: z.string().min(1).max(256),
        safetyClass: z.enum(SAFETY_CLASSES),
        egressClass: z.enum(EGRESS_CLASSES),
      }),
    )
    .min(1, "Choose at least one tool.")
    .max(200, "At most 200 tools at once."),
});

export const importServerTools = operatorAction("servers.import", input, ({ sql, session }, request) =>
  importTools(sql, session.token, request),
);
