import { z } from "zod";
import type { SafetyClass } from "#lib/policy/vocabulary.ts";

/**
 * What is done with each thing that the cleaner finds. Escapes, hidden characters and credentials are never left in: for them a
 * policy can only choose between taking them out and withholding the output. Everything else can also be left and reported,
 * because source and data would be damaged by a change.
 *
 * `block` withholds the whole output when something of that step is an alarm (medium or graver); what is less than that is
 * treated as the step's default says. Nothing in a text can reach any of this.
 */
export const CONTENT_KINDS = ["prose", "verbatim"] as const;
export type ContentKind = (typeof CONTENT_KINDS)[number];

export const TREATMENTS = ["report", "mark", "mask", "remove", "fence", "block"] as const;
export type Treatment = (typeof TREATMENTS)[number];

const stepsSchema = z.strictObject({
  /** Terminal sequences and control characters. */
  escapes: z.enum(["remove", "block"]),
  /** Characters that a person does not see and a model reads. */
  hidden: z.enum(["remove", "block"]),
  credentials: z.enum(["mask", "block"]),
  /** Remote images, live links and raw HTML; `mark` leaves host and path readable in a marker. */
  markup: z.enum(["report", "mark", "block"]),
  /** Comments and hidden elements, which a page does not show and a model reads. */
  concealed: z.enum(["report", "remove", "block"]),
  /** Chat-template tokens, made-up turns and tool results. */
  roles: z.enum(["report", "mark", "block"]),
  /** Sentences that give the reader orders. */
  sentences: z.enum(["report", "mark", "fence", "remove", "block"]),
  /** What base64, percent, entity and escape layers hide: found, never rewritten. */
  encoded: z.enum(["report", "block"]),
});
export type CleaningSteps = z.infer<typeof stepsSchema>;
export type CleaningStep = keyof CleaningSteps;
export const CLEANING_STEPS = Object.keys(stepsSchema.shape) as readonly CleaningStep[];

/** In UTF-16 code units. Less than the lower bound leaves no room for a marker; the upper one is what a call may hold at all. */
export const SIZE_CAP_MIN = 200;
export const SIZE_CAP_MAX = 64 * 1024 * 1024;

export const cleaningPolicySchema = z.strictObject({
  steps: stepsSchema,
  /** Of each text; the head and the tail of what is longer are kept. Null: no limit but the tool's own. */
  maxLength: z.number().int().min(SIZE_CAP_MIN).max(SIZE_CAP_MAX).nullable(),
  /** Whether a removal leaves a short marker where it was, or is only counted in the findings. Masks always show. */
  markers: z.enum(["visible", "counted"]),
});
export type CleaningPolicy = z.infer<typeof cleaningPolicySchema>;

/** What a tool or a class says differently from the default; what it leaves out stays as it is. */
export const cleaningOverridesSchema = z.strictObject({
  steps: stepsSchema.partial().optional(),
  maxLength: cleaningPolicySchema.shape.maxLength.optional(),
  markers: cleaningPolicySchema.shape.markers.optional(),
});
export type CleaningOverrides = z.infer<typeof cleaningOverridesSchema>;

const PROSE: CleaningPolicy = {
  steps: {
    escapes: "remove",
    hidden: "remove",
    credentials: "mask",
    markup: "mark",
    concealed: "remove",
    roles: "mark",
    sentences: "mark",
    encoded: "report",
  },
  maxLength: null,
  markers: "visible",
};

/** A file that comes back changed is a damaged file: what can be left is left, and reported. */
const VERBATIM: CleaningPolicy = {
  ...PROSE,
  steps: { ...PROSE.steps, markup: "report", concealed: "report", roles: "report", sentences: "report" },
  markers: "counted",
};

/**
 * The policy as shipped. What comes from the network was written by strangers, so orders in it are fenced. Blocking is never a
 * default: after a write the effect is there, and an agent that is told nothing would do it again.
 */
export function defaultPolicy(content: ContentKind, safetyClass: SafetyClass = "read"): CleaningPolicy {
  if (content === "verbatim") return VERBATIM;
  return safetyClass === "network" ? { ...PROSE, steps: { ...PROSE.steps, sentences: "fence" } } : PROSE;
}

/** One policy from the default and what overrides it, the later the stronger: class first, then tool. */
export function resolvePolicy(
  content: ContentKind,
  safetyClass: SafetyClass,
  ...overrides: readonly (CleaningOverrides | undefined)[]
): CleaningPolicy {
  let policy = defaultPolicy(content, safetyClass);
  for (const override of overrides) {
    if (override === undefined) continue;
    policy = {
      steps: { ...policy.steps, ...definedOf(override.steps ?? {}) },
      maxLength: override.maxLength === undefined ? policy.maxLength : override.maxLength,
      markers: override.markers ?? policy.markers,
    };
  }
  return policy;
}

function definedOf(steps: Partial<CleaningSteps>): Partial<CleaningSteps> {
  return Object.fromEntries(Object.entries(steps).filter(([, treatment]) => treatment !== undefined));
}

/** How strong a treatment is, so that a change of policy can be said to widen what reaches a model. */
const STRENGTH: Readonly<Record<Treatment, number>> = { report: 0, mark: 1, mask: 2, fence: 2, remove: 3, block: 4 };

/** The steps that `next` treats more weakly than `before`: a review has to name them. */
export function weakenedSteps(before: CleaningPolicy, next: CleaningPolicy): CleaningStep[] {
  return CLEANING_STEPS.filter((step) => STRENGTH[next.steps[step]] < STRENGTH[before.steps[step]]);
}
