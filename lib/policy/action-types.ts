import { z } from "zod";
import type { Category } from "./vocabulary.ts";

/** Two levels, `category:action`. The first block is the common taxonomy of agent work, the second what tools add to it. */
export const ACTION_TYPES = [
  "code:read",
  "code:write",
  "code:create",
  "code:delete",
  "code:refactor",
  "test:write",
  "test:run",
  "docs:write",
  "vcs:read",
  "vcs:commit",
  "vcs:push",
  "vcs:branch",
  "deploy:staging",
  "deploy:production",
  "comms:internal",
  "comms:external",
  "budget:spend",
  "budget:exceed",
  "org:hire",
  "org:fire",
  "org:promote",
  "db:query",
  "db:mutate",
  "db:admin",
  "arch:decide",
  "memory:read",
  "fs:read",
  "fs:write",
  "fs:delete",
  "web:fetch",
  "web:post",
  "exec:code",
  "exec:command",
  "memory:write",
  "design:create",
  "metrics:read",
  "mcp:call",
] as const;

/** A built-in type or one that an admin registered: which of them exist is known to whoever holds the registry. */
export type ActionType = z.infer<typeof actionTypeSchema>;

const SHAPE = /^[a-z][a-z0-9_]{0,31}:[a-z][a-z0-9_]{0,31}$/;

/** The shape alone. A contract is also read where no registry is at hand; `isKnownActionType` is asked when one is made. */
export const actionTypeSchema = z.string().regex(SHAPE, "An action type is written category:action, in lower case.");

const BUILT_IN = new Set<string>(ACTION_TYPES);

/** A type that nobody registered is an error: a misspelling would be a class of actions that no rule ever matches. */
export function isKnownActionType(type: string, registered: Iterable<string> = []): boolean {
  return BUILT_IN.has(type) || new Set(registered).has(type);
}

/** What a tool of a category does when its author names no action of its own. */
export const DEFAULT_ACTION: Record<Category, (typeof ACTION_TYPES)[number]> = {
  file_system: "fs:write",
  code_execution: "exec:code",
  version_control: "vcs:commit",
  web: "web:fetch",
  database: "db:query",
  terminal: "exec:command",
  design: "design:create",
  communication: "comms:external",
  analytics: "metrics:read",
  deployment: "deploy:staging",
  memory: "memory:read",
  mcp: "mcp:call",
};
