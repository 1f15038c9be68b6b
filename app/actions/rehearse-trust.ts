"use server";
import { z } from "zod";
import { operatorAction } from "#app/server/action.ts";
import { rehearseWhatIf } from "#lib/trust/what-if.ts";

const input = z.strictObject({ text: z.string().max(100_000), days: z.number().int().min(7).max(365) });

/** Reads and works out; nothing is changed. */
export const rehearseTrust = operatorAction(
  "pages.see",
  input,
  ({ sql }, wish) => rehearseWhatIf(sql, wish, Date.now()),
  { pages: "untouched" },
);
