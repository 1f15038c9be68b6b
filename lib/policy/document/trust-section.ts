import { z } from "zod";
import { CATEGORIES, type Category } from "#lib/policy/vocabulary.ts";

/**
 * How agents earn trust: one strategy for all, or for one agent in its entry. Written with the keys that people know it by. What the
 * document leaves open is filled by lib/trust/defaults.ts. No document can let an agent rise to elevated by itself, nor in deployment.
 */

/** From the least to the most. */
export const TRUST_LEVELS = ["sandboxed", "restricted", "standard", "elevated"] as const;
export type TrustLevel = (typeof TRUST_LEVELS)[number];

export const TRUST_STEPS = ["sandboxed_to_restricted", "restricted_to_standard", "standard_to_elevated"] as const;
export type TrustStep = (typeof TRUST_STEPS)[number];

export const TRUST_STRATEGIES = ["disabled", "weighted", "per_category", "milestone"] as const;
export type TrustStrategyName = (typeof TRUST_STRATEGIES)[number];

const ALIASES: Readonly<Record<string, Category>> = {
  filesystem: "file_system",
  files: "file_system",
  git: "version_control",
  network: "web",
  deploy: "deployment",
  code: "code_execution",
};

export function canonicalCategory(word: string): string {
  return Object.hasOwn(ALIASES, word) ? (ALIASES[word] ?? word) : word;
}

const categoryWord = z
  .string()
  .overwrite(canonicalCategory)
  .refine((word) => (CATEGORIES as readonly string[]).includes(word), {
    message: `A category is one of ${CATEGORIES.join(", ")}.`,
  })
  .meta({ description: "A category of tools; git, network and deploy are understood.", examples: [...CATEGORIES] });

const level = z.enum(TRUST_LEVELS);
const share = z.number().min(0).max(1);
const days = z.number().int().min(1).max(3650);

const weightsSchema = z
  .strictObject({
    task_difficulty: share.optional().describe("Harder work done well."),
    completion_rate: share.optional().describe("Tasks and calls that were brought to their end."),
    error_rate: share.optional().describe("The inverse: fewer failures and denials count more."),
    human_feedback: share.optional().describe("What people said and decided; nothing said counts as nothing."),
    time_active: share.optional().describe("Days on which it worked."),
  })
  .refine((weights) => Math.abs(Object.values(weights).reduce((sum, weight) => sum + weight, 0) - 1) < 0.001, {
    message: "The weights add up to 1.",
  });

const thresholdSchema = z.union(
  [
    share,
    z.strictObject({
      score: share,
      requires_human_approval: z.boolean().optional(),
    }),
  ],
  { error: "A threshold is a number from 0 to 1, or a score from 0 to 1 with requires_human_approval" },
);

const criterionSchema = z
  .strictObject({
    tasks_completed: z.number().int().min(1).max(100_000).optional(),
    quality_score_min: z.number().min(0).max(10).optional(),
    score: share.optional().describe("The least lower bound of calls that went well."),
    time_active_days: days.optional(),
    clean_history_days: days.optional().describe("So long without a failure, a denial or an incident."),
    auto_promote: z.boolean().optional(),
    requires_human_approval: z.boolean().optional(),
  })
  .refine(({ auto_promote, requires_human_approval }) => !(auto_promote && requires_human_approval), {
    message: "A step is taken by itself or by a person: auto_promote or requires_human_approval, not both.",
  });

function steps<T extends z.ZodType>(step: T) {
  return z.strictObject({
    sandboxed_to_restricted: step.optional(),
    restricted_to_standard: step.optional(),
    standard_to_elevated: step.optional(),
  });
}

const reVerificationSchema = z.strictObject({
  enabled: z.boolean().optional(),
  interval_days: days.optional(),
  decay_on_idle_days: days.optional().describe("One level less after so long without a successful call."),
  decay_on_error_rate: share.optional().describe("One level less when more of its calls fail than that."),
});

/** Which sections each strategy reads; any other would be written in vain. */
const SECTIONS: Readonly<Record<TrustStrategyName, readonly string[]>> = {
  disabled: ["initial_level"],
  weighted: ["initial_level", "weights", "promotion_thresholds", "re_verification"],
  per_category: ["initial_levels", "promotion_criteria", "re_verification"],
  milestone: ["initial_level", "milestones", "re_verification"],
};

export const trustSectionSchema = z
  .strictObject({
    strategy: z.enum(TRUST_STRATEGIES),
    initial_level: level.optional().describe("Where an agent starts; under disabled, where it stays."),
    initial_levels: z.record(categoryWord, level).optional().describe("What is not listed starts sandboxed."),
    weights: weightsSchema.optional(),
    promotion_thresholds: steps(thresholdSchema).optional(),
    promotion_criteria: z.record(categoryWord, steps(criterionSchema)).optional(),
    milestones: steps(criterionSchema).optional(),
    re_verification: reVerificationSchema.optional(),
  })
  .superRefine((section, context) => {
    for (const key of Object.keys(section)) {
      if (key === "strategy" || SECTIONS[section.strategy].includes(key)) continue;
      context.addIssue({
        code: "custom",
        path: [key],
        message: `A ${section.strategy} strategy does not read ${key}; it reads ${SECTIONS[section.strategy].join(", ")}.`,
      });
    }
    const gated = (path: string[], step: unknown, why: string) => {
      if (typeof step !== "object" || step === null) return;
      const { auto_promote, requires_human_approval } = step as z.infer<typeof criterionSchema>;
      if (auto_promote === true || requires_human_approval === false)
        context.addIssue({ code: "custom", path, message: why });
    };
    const elevated = "The step to elevated takes a person, whatever a policy says.";
    gated(
      ["promotion_thresholds", "standard_to_elevated"],
      section.promotion_thresholds?.standard_to_elevated,
      elevated,
    );
    gated(["milestones", "standard_to_elevated"], section.milestones?.standard_to_elevated, elevated);
    for (const [category, criteria] of Object.entries(section.promotion_criteria ?? {})) {
      for (const [step, criterion] of Object.entries(criteria)) {
        const path = ["promotion_criteria", category, step];
        if (step === "standard_to_elevated") gated(path, criterion, elevated);
        else if (category === "deployment")
          gated(path, criterion, "A step up in deployment takes a person, whatever a policy says.");
      }
    }
    for (const [path, start] of [
      [["initial_level"], section.strategy === "disabled" ? undefined : section.initial_level],
      ...Object.entries(section.initial_levels ?? {}).map(([category, at]) => [["initial_levels", category], at]),
    ] as [string[], string | undefined][]) {
      if (start === "elevated")
        context.addIssue({
          code: "custom",
          path,
          message: "An agent does not start at elevated: that takes a person, for this agent.",
        });
    }
  });
export type TrustSection = z.infer<typeof trustSectionSchema>;
export type TrustCriterion = z.infer<typeof criterionSchema>;
