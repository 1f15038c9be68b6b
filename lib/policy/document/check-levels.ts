import { type AccessGrant, commandsOf } from "#lib/policy/access-level.ts";
import { ORDERED_FIELDS, rankOf } from "./grant-order.ts";
import { BUILT_IN_LEVELS, policyDocumentSchema } from "./policy-document.ts";
import type { PolicyProblem } from "./policy-problem.ts";

type Level = (typeof BUILT_IN_LEVELS)[number];

/**
 * Trust moves an agent along the four levels, and lowering it must take away: a lower level that gave more anywhere would make a
 * demotion a promotion, past the person that `standard → elevated` always takes. So each level gives no more than the next.
 */
export function checkLevels(document: unknown): PolicyProblem[] {
  const section = (document as { tool_access?: unknown }).tool_access;
  const parsed = policyDocumentSchema.shape.tool_access.safeParse(section);
  if (!parsed.success) return [];
  const { levels } = parsed.data;
  return BUILT_IN_LEVELS.slice(1).flatMap((upper, index) => {
    const lower = BUILT_IN_LEVELS[index];
    const [below, above] = [lower && levels[lower], levels[upper]];
    return lower && below && above ? notBelow(lower, below, upper, above) : [];
  });
}

function notBelow(lower: Level, below: AccessGrant, upper: Level, above: AccessGrant): PolicyProblem[] {
  const at = (field: keyof AccessGrant) => ["tool_access", "levels", lower, field];
  const gives = (field: keyof AccessGrant, what: string): PolicyProblem => ({
    at: at(field),
    message: `${lower} gives more than ${upper}: ${what}. Losing trust must never give an agent more; lower this, or raise ${upper}.`,
  });
  const problems = ORDERED_FIELDS.filter((field) => rankOf(field, below[field]) > rankOf(field, above[field])).map(
    (field) => gives(field, `${field} is ${below[field]} there and ${above[field]} above it`),
  );
  if (below.deployment && !above.deployment) problems.push(gives("deployment", "it deploys without a person"));
  const commands = commandsAbove(below, above);
  if (commands !== undefined) problems.push(gives("commands", commands));
  const free = above.requires_approval.filter((word) => !asksFor(below, word));
  if (free.length > 0) {
    problems.push(gives("requires_approval", `${upper} takes a person for ${free.join(", ")}, and ${lower} does not`));
  }
  return problems;
}

function commandsAbove(below: AccessGrant, above: AccessGrant): string | undefined {
  const [ours, theirs] = [commandsOf(below), commandsOf(above)];
  if (theirs === null) return undefined;
  if (ours === null) return "it starts any program";
  const more = ours.filter((command) => !theirs.includes(command));
  return more.length > 0 ? `it starts ${more.slice(0, 5).join(", ")}` : undefined;
}

/**
 * What tools do where there is some network. A level without any need not say again what the one above it takes a person for: most
 * such tools it refuses by their category (see judge-level), and for the others it takes one all the same (see grants-by-level).
 */
const OUTSIDE = new Set(["web", "db", "comms", "metrics", "deploy", "mcp", "database", "communication", "analytics"]);

function asksFor({ network, requires_approval }: AccessGrant, word: string): boolean {
  const [family = word] = word.split(":");
  if (network === "none" && OUTSIDE.has(family)) return true;
  return requires_approval.includes(word) || requires_approval.includes(family);
}
