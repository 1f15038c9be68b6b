import type { EgressClass, SafetyClass } from "#lib/policy/vocabulary.ts";

/** What a tool's classes mean for its calls, in a sentence. */
export function classWords(safety: SafetyClass, egress: EgressClass, network: "none" | "allowlist" | "open"): string {
  if (safety === "privileged") return "Each call waits for two people.";
  if (safety === "financial" || safety === "write" || egress === "write") return "Each call waits for a person.";
  if (safety === "network" && network === "open") return "Each call waits for a person, for the network is open.";
  return "Calls run by themselves, unless the agent's level or a rule holds them.";
}
