import type { AccessGrant } from "../access-level.ts";
import { canonicalActionPattern, wordsFor } from "../action-pattern.ts";
import type { ActionType } from "../action-types.ts";
import type { TraceLine } from "../decision-trace.ts";
import { type AccessLevel, CATEGORIES, type Category } from "../vocabulary.ts";

/**
 * What an access level lets an agent ask for at all, read from its grant so that custom levels need no table of their own:
 *
 *   file_system, code_execution, version_control, memory, design   every level: they stay in the workspace
 *   web, database, communication, analytics, mcp                   a level with some network
 *   terminal                                                       a level with some terminal
 *   deployment                                                     a level with some network; held for a person unless
 *                                                                  the level says `deployment: true`
 *
 * As shipped that is: sandboxed the first row; restricted adds the second, and deployment with a person; standard adds
 * the terminal; elevated deploys by the classes alone. Pushing (`vcs:push`) takes `git: full`. Each step up only adds.
 */
export interface LevelRequest {
  readonly level: AccessLevel;
  readonly grant: AccessGrant;
  readonly category: Category;
  readonly actionType: ActionType;
  /** The agent's entry allows this tool by name. That lifts the refusal of its category, and no approval, git or reach. */
  readonly allowed?: boolean;
}

const KNOWN: ReadonlySet<string> = new Set(CATEGORIES);
const NEEDS_NETWORK: ReadonlySet<Category> = new Set([
  "web",
  "database",
  "communication",
  "analytics",
  "mcp",
  "deployment",
]);

export function judgeLevel(request: LevelRequest): TraceLine[] {
  return [judgeCategory(request), ...judgeGit(request), ...listedApprovals(request)];
}

/** Whether the agent may see the tool in a list: nothing about its level refuses it. */
export function levelPermits(request: LevelRequest): boolean {
  return judgeLevel(request).every(({ concluded }) => concluded !== "deny");
}

function judgeCategory(request: LevelRequest): TraceLine {
  const { level, grant, category } = request;
  const base = { rule: "level.category", stage: "check", saw: `${level}: ${category}` } as const;
  const refusal = whyWithout(request);
  if (refusal) return { ...base, concluded: "deny", sentence: refusal };
  if (category === "deployment" && !grant.deployment) {
    return { ...base, concluded: "hold", people: 1, sentence: `Agents at level ${level} deploy only with a person.` };
  }
  return { ...base, concluded: "pass", sentence: `Agents at level ${level} may use ${category} tools.` };
}

function whyWithout({ level, grant, category, allowed }: LevelRequest): string | undefined {
  if (!KNOWN.has(category)) return `There is no category ${category}.`;
  if (allowed) return undefined;
  if (NEEDS_NETWORK.has(category) && grant.network === "none") {
    return `Agents at level ${level} have no tools that reach outside (${category}).`;
  }
  return category === "terminal" && grant.terminal === "none"
    ? `Agents at level ${level} have no terminal.`
    : undefined;
}

function judgeGit({ level, grant, actionType }: LevelRequest): TraceLine[] {
  if (actionType !== "vcs:push" || grant.git === "full") return [];
  const sentence = `Agents at level ${level} do not push (git: ${grant.git}).`;
  return [{ rule: "level.git", stage: "check", concluded: "deny", saw: `${level}: ${actionType}`, sentence }];
}

function listedApprovals({ level, grant, category, actionType }: LevelRequest): TraceLine[] {
  const patterns = new Set(grant.requires_approval.map(canonicalActionPattern));
  return wordsFor({ actionType, category })
    .filter((word) => patterns.has(word))
    .map((word) => ({
      rule: "level.requires_approval",
      stage: "check",
      concluded: "hold",
      people: 1,
      saw: `${level}: ${word}`,
      sentence: `Agents at level ${level} need a person for ${word}.`,
    }));
}
