"use server";
import { z } from "zod";
import { operatorAction } from "#app/server/action.ts";
import { testChannel as sendTest } from "#lib/notifications/channels/change-channel.ts";

const input = z.strictObject({ id: z.uuid() });

export const testChannel = operatorAction("notifications.manage", input, ({ sql, session }, { id }) =>
  sendTest(sql, session.token, id),
);
