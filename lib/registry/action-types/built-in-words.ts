import { ACTION_TYPES } from "#lib/policy/action-types.ts";

/** What each built-in kind of action is, for whoever writes a tool or a rule about it. */
const WORDS: Record<(typeof ACTION_TYPES)[number], string> = {
  "code:read": "Reads source code.",
  "code:write": "Changes source code.",
  "code:create": "Adds source files.",
  "code:delete": "Removes source files.",
  "code:refactor": "Restructures source code without changing what it does.",
  "test:write": "Writes tests.",
  "test:run": "Runs tests.",
  "docs:write": "Writes documentation.",
  "vcs:read": "Reads a repository and its history.",
  "vcs:commit": "Commits to a local repository.",
  "vcs:push": "Pushes commits to where others see them.",
  "vcs:branch": "Makes or changes branches.",
  "deploy:staging": "Deploys where only testers are affected.",
  "deploy:production": "Deploys where everybody is affected.",
  "comms:internal": "Writes to people of the organisation.",
  "comms:external": "Writes to people outside of the organisation.",
  "budget:spend": "Spends money within a budget.",
  "budget:exceed": "Spends money beyond a budget.",
  "org:hire": "Takes an agent into a team.",
  "org:fire": "Takes an agent out of a team.",
  "org:promote": "Gives an agent more responsibility.",
  "db:query": "Reads from a database.",
  "db:mutate": "Changes what a database holds.",
  "db:admin": "Changes a database itself: its schema, its rights.",
  "arch:decide": "Settles a question of architecture.",
  "memory:read": "Reads what an agent remembers.",
  "fs:read": "Reads files.",
  "fs:write": "Writes files.",
  "fs:delete": "Removes files.",
  "web:fetch": "Reads from the web.",
  "web:post": "Sends to the web.",
  "exec:code": "Runs code that was just written.",
  "exec:command": "Runs a program of the machine.",
  "memory:write": "Changes what an agent remembers.",
  "design:create": "Makes pictures and layouts.",
  "metrics:read": "Reads measurements.",
  "mcp:call": "Calls a tool of an MCP server.",
};

export function builtInWords(name: string): string {
  const known = ACTION_TYPES.find((type) => type === name);
  return known === undefined ? "" : WORDS[known];
}
