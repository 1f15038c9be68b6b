"use server";
import { z } from "zod";
import { operatorAction } from "#app/server/action.ts";
import { requestSync } from "#lib/registry/servers/request-sync.ts";

const input = z.strictObject({ serverId: z.uuid() });

export const syncServer = operatorAction("servers.sync", input, ({ sql, session }, { serverId }) =>
  requestSync(sql, session.token, serverId),
);
