import { EGRESS_CLASSES, SAFETY_CLASSES, type SafetyClass } from "#lib/policy/vocabulary.ts";
import { cleaningWidens, cleaningWords } from "./class-cleaning.ts";
import { changeOf, changeOfSet, instead, isSubset, listed } from "./diff-parts.ts";
import type { PolicyChange } from "./policy-change.ts";
import type { PolicyClasses } from "./policy-document.ts";

type SafetyClassTerms = PolicyClasses["safety"]["read"] & { open_people?: number };

export function diffClasses(before: PolicyClasses, after: PolicyClasses): PolicyChange[] {
  return [
    ...SAFETY_CLASSES.flatMap((name) => diffSafetyClass(name, before.safety[name], after.safety[name])),
    ...EGRESS_CLASSES.flatMap((name) =>
      changeOf(["classes", "egress", name], before.egress[name], after.egress[name], () => ({
        widening: after.egress[name] < before.egress[name],
        sentence: `Calls of egress class ${name} take ${peopleText(after.egress[name])} ${instead(peopleText(before.egress[name]))}.`,
      })),
    ),
  ];
}

function diffSafetyClass(name: SafetyClass, before: SafetyClassTerms, after: SafetyClassTerms): PolicyChange[] {
  const at = (field: string) => ["classes", "safety", name, field];
  const calls = `Calls of class ${name}`;
  return [
    ...changeOf(at("people"), before.people, after.people, () => ({
      widening: after.people < before.people,
      sentence: `${calls} take ${peopleText(after.people)} ${instead(peopleText(before.people))}.`,
    })),
    ...changeOf(at("open_people"), before.open_people, after.open_people, () => ({
      widening: (after.open_people ?? 0) < (before.open_people ?? 0),
      sentence: `${calls} take ${peopleText(after.open_people ?? 0)} on the open network ${instead(peopleText(before.open_people ?? 0))}.`,
    })),
    ...changeOfSet(at("voters"), before.voters, after.voters, () => ({
      widening: !isSubset(after.voters, before.voters),
      sentence: `${calls} are voted on by ${listed(after.voters)} ${instead(before.voters)}.`,
    })),
    ...changeOf(at("attempts"), before.attempts, after.attempts, () => ({
      widening: after.attempts > before.attempts,
      sentence: `${calls} are run up to ${after.attempts} times ${instead(before.attempts)}, where running again has one effect.`,
    })),
    ...changeOf(at("backoff_seconds"), before.backoff_seconds, after.backoff_seconds, () => ({
      widening: after.backoff_seconds < before.backoff_seconds,
      sentence: `${calls} wait ${after.backoff_seconds} s before they are run again ${instead(before.backoff_seconds)}.`,
    })),
    ...changeOf(at("audit"), before.audit, after.audit, () => ({
      widening: after.audit === "digest",
      sentence: `The log keeps ${after.audit === "rules" ? "which rules decided" : "digests alone"} of calls of class ${name}.`,
    })),
    ...changeOf(at("cleaning"), before.cleaning, after.cleaning, () => ({
      widening: cleaningWidens(name, before.cleaning, after.cleaning),
      sentence: `Outputs of class ${name} are cleaned by ${cleaningWords(after.cleaning)} ${instead(cleaningWords(before.cleaning))}.`,
    })),
  ];
}

function peopleText(people: number): string {
  return people === 0 ? "nobody" : people === 1 ? "one person" : `${people} people`;
}
