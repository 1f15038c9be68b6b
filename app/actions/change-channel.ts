"use server";
import { z } from "zod";
import { operatorAction } from "#app/server/action.ts";
import { changeChannel as change } from "#lib/notifications/channels/change-channel.ts";
import { NEWS } from "#lib/notifications/vocabulary.ts";
import { TIERS } from "#lib/policy/vocabulary.ts";

const input = z.strictObject({
  id: z.uuid(),
  name: z.string().trim().min(1, "Give it a name.").max(60),
  news: z.array(z.enum(NEWS)).min(1, "Choose what it is told of."),
  leastTier: z.enum(TIERS),
  enabled: z.boolean(),
});

export const changeChannel = operatorAction("notifications.manage", input, ({ sql, session }, wanted) =>
  change(sql, session.token, wanted),
);
