import type { PolicyDocument } from "#lib/policy/document/policy-document.ts";

/** The agents that have a profile, by name. */
export function agentsWith({ agents }: PolicyDocument, profile: string): string[] {
  return Object.entries(agents)
    .filter(([, entry]) => entry.profiles.includes(profile))
    .map(([name]) => name)
    .sort();
}
