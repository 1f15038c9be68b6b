import { pickTexts, pickValues } from "./pick-values.ts";
import type { KnownNames, PolicyPath, PolicyProblem } from "./policy-problem.ts";
import { suggestFrom } from "./suggest-name.ts";

/** A name that stands for nothing would bind nothing, and nobody would notice. */
export function checkReferences(document: unknown, agents: KnownNames["agents"]): PolicyProblem[] {
  const profiles = keysOf(document, "profiles");
  const levels = keysOf(document, "tool_access", "levels");
  const entries = pickValues(document, "agents", "*").map(({ at }) => ({ at, text: String(at.at(-1)) }));
  return [
    ...missing(
      pickTexts(document, "agents", "*", "profiles", "*"),
      profiles,
      "profile",
      "Write it under profiles first.",
    ),
    ...missing(
      pickTexts(document, "agents", "*", "custom_level"),
      levels,
      "level",
      "Write it under tool_access.levels first.",
    ),
    ...(agents
      ? missing(entries, agents, "agent", "An agent is made on the page Agents; then it can have an entry.")
      : []),
  ];
}

/** A tool may come later, so that it is not there yet is worth a word and no more. */
export function noteUnknownTools(document: unknown, tools: readonly string[]): PolicyProblem[] {
  const named = [
    ...pickTexts(document, "profiles", "*", "rules", "*", "tool"),
    ...pickTexts(document, "profiles", "*", "rules", "*", "only_after", "*"),
    ...pickTexts(document, "profiles", "*", "budgets", "*", "tool"),
    ...pickTexts(document, "agents", "*", "allow", "*"),
    ...pickTexts(document, "agents", "*", "deny", "*"),
    ...pickTexts(document, "checks", "*", "tools", "*"),
  ];
  return missing(named, tools, "tool", "The line binds as soon as one of that name is registered.");
}

function missing(
  named: readonly { at: PolicyPath; text: string }[],
  known: readonly string[],
  noun: string,
  todo: string,
): PolicyProblem[] {
  const there = new Set(known);
  const suggest = suggestFrom(known);
  return named
    .filter(({ text }) => !there.has(text))
    .map(({ at, text }) => {
      const near = suggest(text);
      const hint = near === undefined ? todo : `Did you mean ${near}?`;
      return { at, message: `There is no ${noun} ${JSON.stringify(text.slice(0, 130))}. ${hint}` };
    });
}

function keysOf(document: unknown, ...path: readonly string[]): string[] {
  return pickValues(document, ...path, "*").map(({ at }) => String(at.at(-1)));
}
