"use server";
import { z } from "zod";
import { operatorAction } from "#app/server/action.ts";
import { retireChannel as retire } from "#lib/notifications/channels/change-channel.ts";

const input = z.strictObject({ id: z.uuid(), reason: z.string().trim().min(1).max(2000) });

export const retireChannel = operatorAction("notifications.manage", input, ({ sql, session }, { id, reason }) =>
  retire(sql, session.token, id, reason),
);
