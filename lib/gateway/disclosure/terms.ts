import { z } from "zod";

/**
 * How much of its tools an agent is shown. An admin sets the limits of the installation; an agent's runtime, which knows its model's
 * context, may choose for its connection. None of it says what may be called.
 */
export const disclosureTermsSchema = z.object({
  l1_token_budget: z.number().int().min(200).max(100_000),
  l2_token_budget: z.number().int().min(500).max(1_000_000),
  auto_unload_on_budget_pressure: z.boolean(),
  unload_threshold_percent: z.number().min(1).max(100),
  disclosure_above_tools: z.number().int().nonnegative(),
});
export type DisclosureTerms = z.infer<typeof disclosureTermsSchema>;

const digits = z
  .string()
  .regex(/^\d{1,7}$/, "A whole number, in digits.")
  .transform(Number);

/** A query is text. */
const fields = disclosureTermsSchema.shape;
export const chosenTermsSchema = z.object({
  l1_token_budget: digits.pipe(fields.l1_token_budget).optional(),
  l2_token_budget: digits.pipe(fields.l2_token_budget).optional(),
  auto_unload_on_budget_pressure: z
    .enum(["true", "false"])
    .transform((word) => word === "true")
    .optional(),
  unload_threshold_percent: digits.pipe(fields.unload_threshold_percent).optional(),
});

export type ChosenTerms = { readonly [Name in keyof DisclosureTerms]?: DisclosureTerms[Name] | undefined };

export function chosenOver(terms: DisclosureTerms, chosen: ChosenTerms): DisclosureTerms {
  const said = Object.entries(chosen).filter(([, value]) => value !== undefined);
  return { ...terms, ...Object.fromEntries(said) };
}

/** What an agent says of its own context. */
export const fillPercentSchema = z.number().min(0).max(100);

export const sessionSchema = z.string().min(1).max(200);
