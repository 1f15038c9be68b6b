import { z } from "zod";
import type { TraceLine } from "../decision-trace.ts";
import type { CompiledAgent } from "./compile-policy.ts";
import { denying, passing } from "./line.ts";

/** What an agent's entry says about a tool by its name: denied beats allowed, and of any other the level has the say. */
export const permissionSchema = z.enum(["denied", "allowed", "by_level"]);
export type Permission = z.infer<typeof permissionSchema>;

export function permissionOf(entry: Pick<CompiledAgent, "allow" | "deny">, tool: string): Permission {
  if (entry.deny.has(tool)) return "denied";
  return entry.allow.has(tool) ? "allowed" : "by_level";
}

export function judgePermission(permission: Permission, tool: string): TraceLine[] {
  switch (permission) {
    case "denied":
      return [
        denying("permission.denied", { saw: tool, sentence: `${tool} is on the list of what this agent may not use.` }),
      ];
    case "allowed":
      return [
        passing("permission.allowed", {
          saw: tool,
          sentence: `${tool} is on the list of what this agent may use, whatever categories its level has.`,
        }),
      ];
    case "by_level":
      return [];
  }
}
