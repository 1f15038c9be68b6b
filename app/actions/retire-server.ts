"use server";
import { z } from "zod";
import { operatorAction } from "#app/server/action.ts";
import { retireServer as retire } from "#lib/registry/servers/retire-server.ts";

const input = z.strictObject({
  serverId: z.uuid(),
  reason: z.string().trim().min(1, "Say why; it stays on record.").max(2000),
});

export const retireServer = operatorAction("servers.retire", input, ({ sql, session }, request) =>
  retire(sql, session.token, request),
);
