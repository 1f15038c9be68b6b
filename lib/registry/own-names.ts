import { nameKeys } from "./names.ts";

/** The tools that are the gateway's own (lib/gateway/mcp/own-tools.ts): a registered one of such a name would be called for one of them. */
export const OWN_NAMES = ["list_tools", "load_tool", "load_tool_resource", "airlock_status"] as const;
export type OwnName = (typeof OWN_NAMES)[number];

const TAKEN = new Set(OWN_NAMES.flatMap((name) => Object.values(nameKeys(name))));

/** Whether a name is, or looks like, one of them. */
export function isOwnName(name: string): boolean {
  return Object.values(nameKeys(name)).some((key) => TAKEN.has(key));
}
