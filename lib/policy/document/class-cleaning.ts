import { z } from "zod";
import {
  type CleaningOverrides,
  type CleaningSteps,
  cleaningOverridesSchema,
  resolvePolicy,
  SIZE_CAP_MAX,
  SIZE_CAP_MIN,
  weakenedSteps,
} from "#lib/sanitise/policy.ts";
import type { SafetyClass } from "../vocabulary.ts";

/** What a safety class does with its outputs, where it is not what ships (lib/sanitise/policy.ts). Steps by their names. */
export const classCleaningSchema = z
  .strictObject({
    ...cleaningOverridesSchema.shape.steps.unwrap().shape,
    max_length: z.number().int().min(SIZE_CAP_MIN).max(SIZE_CAP_MAX).optional(),
    markers: cleaningOverridesSchema.shape.markers,
  })
  .describe("What is done with each thing that the cleaner finds in an output; what is left out stays as shipped.");
export type ClassCleaning = z.infer<typeof classCleaningSchema>;

/** The same as the cleaner takes it. */
export function overridesOf({ max_length, markers, ...steps }: ClassCleaning): CleaningOverrides {
  return {
    steps,
    ...(max_length === undefined ? {} : { maxLength: max_length }),
    ...(markers === undefined ? {} : { markers }),
  };
}

/**
 * Whether a class lets more of an output reach a model, or a removal go unseen. What a class does not say is as shipped, and that
 * depends on whether a tool's output is prose: before, the stronger of the two counts, and after, the weaker.
 */
export function cleaningWidens(
  safetyClass: SafetyClass,
  before: ClassCleaning = {},
  after: ClassCleaning = {},
): boolean {
  const was = resolvePolicy("prose", safetyClass, overridesOf(before));
  const is = resolvePolicy("verbatim", safetyClass, overridesOf(after));
  const isChanged = (part: keyof ClassCleaning) => before[part] !== after[part];
  return (
    weakenedSteps(was, is).some((step: keyof CleaningSteps) => isChanged(step)) ||
    (was.maxLength !== null && (is.maxLength ?? Number.POSITIVE_INFINITY) > was.maxLength) ||
    (isChanged("markers") && was.markers === "visible" && is.markers === "counted")
  );
}

/** For a sentence: `sentences block, max_length 2000`. */
export function cleaningWords(cleaning: ClassCleaning | undefined): string {
  const parts = Object.entries(cleaning ?? {}).map(([part, value]) => `${part} ${value}`);
  return parts.length > 0 ? parts.join(", ") : "what ships";
}
