import type { Role } from "#lib/policy/vocabulary.ts";

/** The demo workspace: enough people that every rule about a second person can be tried. */
export const DEMO_PEOPLE: readonly { name: string; email: string; role: Role }[] = [
  { name: "Olga Petrenko", email: "olga@airlock.example", role: "operator" },
  { name: "Omar Haddad", email: "omar@airlock.example", role: "operator" },
  { name: "Rita Sousa", email: "rita@airlock.example", role: "reviewer" },
  { name: "Ravi Menon", email: "ravi@airlock.example", role: "reviewer" },
  { name: "Ada Lindqvist", email: "ada@airlock.example", role: "admin" },
  { name: "Alan Brooks", email: "alan@airlock.example", role: "admin" },
  { name: "Vera Novak", email: "vera@airlock.example", role: "viewer" },
];

/** Has a past, and earns its trust. */
export const GARDENER = "gardener";

export const DEMO_AGENTS = [
  {
    name: "scribe",
    description: "Writes reports from the files in its workspace.",
    owner: "ada@airlock.example",
    accessLevel: "standard",
  },
  {
    name: "scout",
    description: "Reads documentation on listed sites.",
    owner: "alan@airlock.example",
    accessLevel: "restricted",
  },
  {
    name: GARDENER,
    description: "Tends a repository: reads, writes and commits, and earns its trust by it.",
    owner: "ada@airlock.example",
    accessLevel: "elevated",
  },
] as const;
