"use server";
import type { KeyObject } from "node:crypto";
import { z } from "zod";
import { operatorAction } from "#app/server/action.ts";
import { allowsPlainLoopback, noticesKeyPath } from "#app/server/environment.ts";
import { done, type Outcome, refuse } from "#lib/errors/outcome.ts";
import { addChannel as add } from "#lib/notifications/channels/add-channel.ts";
import { AUDIENCES, NEWS } from "#lib/notifications/vocabulary.ts";
import { TIERS } from "#lib/policy/vocabulary.ts";
import { readSealingKey } from "#lib/secrets/dispatcher-key.ts";

const input = z.strictObject({
  name: z.string().trim().min(1, "Give it a name.").max(60),
  target: z.discriminatedUnion("kind", [
    z.strictObject({ kind: z.enum(["webhook", "slack"]), url: z.string().trim().min(1).max(2000) }),
    z.strictObject({
      kind: z.literal("email"),
      audience: z.enum(AUDIENCES),
      address: z.string().trim().max(120).optional(),
    }),
  ]),
  news: z.array(z.enum(NEWS)).min(1, "Choose what it is told of."),
  leastTier: z.enum(TIERS),
});

export const addChannel = operatorAction("notifications.manage", input, ({ sql, session }, channel) =>
  add(sql, session.token, { key: sealingKey, addresses: { plainLoopback: allowsPlainLoopback() } }, channel),
);

function sealingKey(): Outcome<KeyObject> {
  const file = noticesKeyPath();
  if (file === undefined) return refuse("bad_configuration", "The dashboard has no AIRLOCK_NOTICES_PUBLIC_KEY.");
  try {
    return done(readSealingKey(file));
  } catch {
    return refuse("bad_configuration", "The housekeeper's public key cannot be read; start a housekeeper first.");
  }
}
