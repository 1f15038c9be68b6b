"use server";
import { z } from "zod";
import { operatorAction } from "#app/server/action.ts";
import { placeDrill } from "#lib/approvals/drills/place-drill.ts";
import { done } from "#lib/errors/outcome.ts";

export const orderDrill = operatorAction("approvals.order-drill", z.strictObject({}), async ({ sql, session }) => {
  const ask = async (statement: string, values: readonly (string | boolean | null)[]) =>
    (await sql.unsafe<{ answer: unknown }[]>(statement, [...values]))[0]?.answer;
  return done({ placed: await placeDrill(ask, session.token) });
});
