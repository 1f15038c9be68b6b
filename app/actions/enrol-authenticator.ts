"use server";
import { z } from "zod";
import { operatorAction } from "#app/server/action.ts";
import { dashboardHost } from "#app/server/environment.ts";
import { enrolAuthenticator as enrol } from "#lib/step-up/enrol-authenticator.ts";

const input = z.strictObject({ stepUp: z.uuid() });

export const enrolAuthenticator = operatorAction("proofs.manage", input, ({ sql, session }, given) =>
  enrol(sql, session, dashboardHost(), given),
);
