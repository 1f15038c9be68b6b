"use server";
import { z } from "zod";
import { anonymousAction } from "#app/server/action.ts";
import { prover } from "#app/server/prover.ts";
import { followSetupLink as follow } from "#lib/sessions/follow-setup-link.ts";

const input = z.strictObject({
  token: z.string().min(20, "The link is not complete.").max(200),
  password: z.string().min(12, "A password has at least twelve characters.").max(1024),
  email: z.email("That is not an e-mail address.").max(254).optional(),
  name: z.string().trim().min(1, "A name is needed.").max(120).optional(),
});

/** The only action without a session: there is nobody yet. The one-time token is the proof, and the database checks it. */
export const followSetupLink = anonymousAction("set-up", input, (sql, answer) => follow(sql, prover(), answer));
