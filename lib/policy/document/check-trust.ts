import { pickValues } from "./pick-values.ts";
import type { PolicyPath, PolicyProblem } from "./policy-problem.ts";
import { canonicalCategory } from "./trust-section.ts";

/** A category that is written twice, once by its name and once by another word for it: one of them would be lost in silence. */
export function checkTrust(document: unknown): PolicyProblem[] {
  const sections: PolicyPath[] = [["trust"], ...agentNames(document).map((name) => ["agents", name, "trust"])];
  return sections.flatMap((at) =>
    ["initial_levels", "promotion_criteria"].flatMap((key) => twice(document, [...at, key])),
  );
}

function agentNames(document: unknown): string[] {
  const [agents] = pickValues(document, "agents");
  return typeof agents?.value === "object" && agents.value !== null ? Object.keys(agents.value) : [];
}

function twice(document: unknown, at: PolicyPath): PolicyProblem[] {
  const [found] = pickValues(document, ...at.map(String));
  if (typeof found?.value !== "object" || found.value === null) return [];
  const seen = new Set<string>();
  return Object.keys(found.value).flatMap((word) => {
    const category = canonicalCategory(word);
    const known = seen.has(category);
    seen.add(category);
    return known ? [{ at: [...at, word], message: `${word} is ${category}, which is written here already.` }] : [];
  });
}
