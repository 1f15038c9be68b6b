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
export type ActionType = (typeof ACTION_TYPES)[number];

export const actionTypeSchema = z.enum(ACTION_TYPES);

/** What a tool of a category does when its author names no action of its own. */
export const DEFAULT_ACTION: Record<Category, ActionType> = {
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
