import { randomBytes } from "node:crypto";
import { type ClassCleaning, overridesOf } from "#lib/policy/document/class-cleaning.ts";
import type { ToolContract } from "#lib/registry/contract.ts";
import {
  CLEANING_STEPS,
  type CleaningOverrides,
  type CleaningPolicy,
  resolvePolicy,
  weakenedSteps,
} from "#lib/sanitise/policy.ts";
import type { Claim } from "./claim.ts";
import type { CleaningTerms } from "./judge-result.ts";

/** For one run of one call. */
export function cleaningTerms({ contract, cleaning }: Pick<Claim, "contract" | "cleaning">): CleaningTerms {
  return {
    nonce: randomBytes(4).toString("hex"),
    policy: cleaningForCall(contract, cleaning),
    wordsPolicy: cleaningForCall({ ...contract, outputContent: "prose" }, cleaning),
  };
}

/**
 * What is done with the output of one call. The tool says it in its contract and the class in the policy in force; where both say
 * something the stricter holds, so that neither an author nor a policy can loosen what the other asked for.
 */
export function cleaningForCall(
  {
    outputContent,
    safetyClass,
    cleaning: ofTool = {},
  }: Pick<ToolContract, "outputContent" | "safetyClass" | "cleaning">,
  classCleaning: ClassCleaning | null | undefined,
): CleaningPolicy {
  const ofClass: CleaningOverrides = overridesOf(classCleaning ?? {});
  const tool = resolvePolicy(outputContent, safetyClass, ofTool);
  const klass = resolvePolicy(outputContent, safetyClass, ofClass);
  const weakerInClass = new Set(weakenedSteps(tool, klass));
  const steps = CLEANING_STEPS.map((step) => {
    const isTools = ofTool.steps?.[step] !== undefined;
    const isClasses = ofClass.steps?.[step] !== undefined;
    return [step, (isTools && (!isClasses || weakerInClass.has(step)) ? tool : klass).steps[step]];
  });
  const caps = [tool.maxLength, klass.maxLength].filter((cap) => cap !== null);
  const markers = [ofTool.markers, ofClass.markers].filter((choice) => choice !== undefined);
  return {
    steps: Object.fromEntries(steps) as CleaningPolicy["steps"],
    maxLength: caps.length > 0 ? Math.min(...caps) : null,
    markers: markers.includes("visible") ? "visible" : (markers[0] ?? klass.markers),
  };
}
