"use server";
import { z } from "zod";
import { operatorAction } from "#app/server/action.ts";
import { prover } from "#app/server/prover.ts";
import { proveWithPassword as prove } from "#lib/step-up/prove-with-password.ts";

const input = z.strictObject({ stepUp: z.uuid(), password: z.string().min(1).max(1024) });

export const proveWithPassword = operatorAction("proofs.give", input, ({ sql, session }, given) =>
  prove(sql, prover(), session, given),
);
