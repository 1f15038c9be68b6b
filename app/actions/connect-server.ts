"use server";
import { z } from "zod";
import { operatorAction } from "#app/server/action.ts";
import { connectServer as connect } from "#lib/registry/servers/connect-server.ts";

/** Loose on purpose: what is wrong is said at its field by the domain, not by the first thing that does not parse. */
const input = z.strictObject({
  name: z.string().max(200),
  transport: z.unknown(),
  policy: z.unknown(),
  declared: z.unknown(),
});

export const connectServer = operatorAction("servers.connect", input, ({ sql, session }, server) =>
  connect(sql, session.token, server),
);
