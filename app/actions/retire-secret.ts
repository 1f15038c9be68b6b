"use server";
import { z } from "zod";
import { operatorAction } from "#app/server/action.ts";
import { retireSecret as retire } from "#lib/secrets/keep-secret.ts";

const input = z.strictObject({ name: z.string().min(1).max(63), reason: z.string().trim().min(1).max(2000) });

export const retireSecret = operatorAction("secrets.manage", input, ({ sql, session }, { name, reason }) =>
  retire(sql, session.token, name, reason),
);
