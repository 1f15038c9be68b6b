import type { AccessGrant } from "./access-level.ts";
import { coversAction } from "./action-pattern.ts";
import type { ActionType } from "./action-types.ts";
import type { TraceLine } from "./decision-trace.ts";
import type { AccessLevel, Category } from "./vocabulary.ts";

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
}

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

function judgeCategory({ level, grant, category }: LevelRequest): TraceLine {
  const saw = `${level}: ${category}`;
  const base = { rule: "level.category", stage: "check", saw } as const;
  if (NEEDS_NETWORK.has(category) && grant.network === "none") {
    return {
      ...base,
      concluded: "deny",
      sentence: `Agents at level ${level} have no tools that reach outside (${category}).`,
    };
  }
  if (category === "terminal" && grant.terminal === "none") {
    return { ...base, concluded: "deny", sentence: `Agents at level ${level} have no terminal.` };
  }
  if (category === "deployment" && !grant.deployment) {
    return { ...base, concluded: "hold", people: 1, sentence: `Agents at level ${level} deploy only with a person.` };
  }
  return { ...base, concluded: "pass", sentence: `Agents at level ${level} may use ${category} tools.` };
}

function judgeGit({ level, grant, actionType }: LevelRequest): TraceLine[] {
  if (actionType !== "vcs:push" || grant.git === "full") return [];
  const sentence = `Agents at level ${level} do not push (git: ${grant.git}).`;
  return [{ rule: "level.git", stage: "check", concluded: "deny", saw: `${level}: ${actionType}`, sentence }];
}

function listedApprovals({ level, grant, category, actionType }: LevelRequest): TraceLine[] {
  return grant.requires_approval
    .filter((pattern) => coversAction(pattern, { actionType, category }))
    .map((pattern) => ({
      rule: "level.requires_approval",
      stage: "check",
      concluded: "hold",
      people: 1,
      saw: `${level}: ${pattern}`,
      sentence: `Agents at level ${level} need a person for ${pattern}.`,
    }));
}
