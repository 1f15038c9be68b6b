"use server";
import type { KeyObject } from "node:crypto";
import { z } from "zod";
import { operatorAction } from "#app/server/action.ts";
import { sealingKeyPath } from "#app/server/environment.ts";
import { done, type Outcome, refuse } from "#lib/errors/outcome.ts";
import { readSealingKey } from "#lib/secrets/dispatcher-key.ts";
import { keepSecret as keep } from "#lib/secrets/keep-secret.ts";

const input = z.strictObject({
  name: z.string().regex(/^[a-z0-9][a-z0-9_.-]{0,62}$/, "A name has lower-case letters, digits and _ . - only."),
  content: z.discriminatedUnion("kind", [
    z.strictObject({ kind: z.literal("value"), value: z.string().min(1).max(32_768) }),
    z.strictObject({ kind: z.literal("reference"), reference: z.string().min(1).max(256) }),
  ]),
});

export const keepSecret = operatorAction("secrets.manage", input, async ({ sql, session }, { name, content }) => {
  const key = sealingKey();
  return key.ok ? await keep(sql, session.token, key.value, name, content) : key;
});

function sealingKey(): Outcome<KeyObject> {
  const file = sealingKeyPath();
  if (file === undefined) return refuse("bad_configuration", "The dashboard has no AIRLOCK_SECRETS_PUBLIC_KEY.");
  try {
    return done(readSealingKey(file));
  } catch {
    return refuse("bad_configuration", "The dispatchers' public key cannot be read; start a dispatcher first.");
  }
}
