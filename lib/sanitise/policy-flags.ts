import { z } from "zod";
import { SAFETY_CLASSES } from "#lib/policy/vocabulary.ts";
import type { CleanOptions } from "./clean.ts";
import {
  CLEANING_STEPS,
  CONTENT_KINDS,
  cleaningOverridesSchema,
  resolvePolicy,
  SIZE_CAP_MAX,
  SIZE_CAP_MIN,
} from "./policy.ts";

/** A policy as it is written on a command line. */
export interface PolicyFlags {
  readonly content?: string | undefined;
  readonly safetyClass?: string | undefined;
  /** `step=treatment` each. */
  readonly steps: readonly string[];
  readonly maxLength?: string | undefined;
  readonly markers?: string | undefined;
}

export type ReadFlags =
  | { readonly ok: true; readonly value: CleanOptions }
  | { readonly ok: false; readonly message: string };

export function readPolicyFlags(flags: PolicyFlags): ReadFlags {
  const content = z.enum(CONTENT_KINDS).default("prose").safeParse(flags.content);
  if (!content.success) return wrong(`--content is one of ${CONTENT_KINDS.join(", ")}.`);
  const safetyClass = z.enum(SAFETY_CLASSES).default("read").safeParse(flags.safetyClass);
  if (!safetyClass.success) return wrong(`--class is one of ${SAFETY_CLASSES.join(", ")}.`);
  const overrides = cleaningOverridesSchema.safeParse({
    steps: Object.fromEntries(flags.steps.map(splitStep)),
    ...(flags.maxLength === undefined ? {} : { maxLength: Number(flags.maxLength) }),
    ...(flags.markers === undefined ? {} : { markers: flags.markers }),
  });
  if (!overrides.success) return wrong(faultOf(overrides.error));
  const policy = resolvePolicy(content.data, safetyClass.data, overrides.data);
  return { ok: true, value: { content: content.data, policy } };
}

function wrong(message: string): ReadFlags {
  return { ok: false, message };
}

function splitStep(flag: string): [step: string, treatment: string] {
  const at = flag.indexOf("=");
  return at < 0 ? [flag, ""] : [flag.slice(0, at), flag.slice(at + 1)];
}

/** Which flag is wrong; the words are ours, not the caller's. */
function faultOf({ issues }: z.ZodError): string {
  const [first, step] = issues[0]?.path ?? [];
  if (first === "maxLength") return `--max-length is a number of characters from ${SIZE_CAP_MIN} to ${SIZE_CAP_MAX}.`;
  if (first === "markers") return "--markers is visible or counted.";
  const known = CLEANING_STEPS.find((name) => name === step);
  if (known === undefined) return `--step is one of ${CLEANING_STEPS.join(", ")}, then = and a treatment.`;
  return `--step ${known} does not allow that treatment.`;
}
