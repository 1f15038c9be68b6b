import type { ToolPolicy } from "#lib/policy/tool-policy.ts";
import type { ToolRequirements } from "#lib/registry/contract.ts";
import { limits } from "./limits.ts";

/** What the tools that speak to a service have in common: its hosts and nothing else of the machine. */
export function servicePolicy(
  hosts: readonly string[],
  risk: ToolPolicy["risk"],
  { write = [], wallSeconds = 60 }: { write?: string[]; wallSeconds?: number } = {},
): ToolPolicy {
  return {
    risk,
    filesystem: { read: [], write },
    network: { mode: "allowlist", hosts: [...hosts] },
    environment: { allow: [] },
    exec: "deny",
    limits: limits({ wallSeconds, ...(write.length > 0 ? { fileMb: 16 } : {}) }),
  };
}

/** A credential that the egress proxy adds, so that the tool never holds it. */
export function inHeader(host: string, secret: string, header = "authorization", prefix = "Bearer "): ToolRequirements {
  return { secrets: [secret], headers: [{ secret, host, header, ...(prefix === "" ? {} : { prefix }) }] };
}

export const serviceFailures = [
  "service_unreachable: the service did not answer, or leads to an address that may not be reached.",
  "service_refused, service_failed: what the service said is in the sentence, with its status.",
];
