import type { ActionType } from "#lib/policy/action-types.ts";
import type { Backend, Category } from "#lib/policy/vocabulary.ts";

/**
 * How far a backend can be trusted with code that nobody trusts. `process` holds limits and nothing else; firejail and
 * seatbelt start from a machine on which all is visible and take things away; bubblewrap, as we launch it, and a
 * container start from nothing and share only the kernel; gVisor has a kernel of its own, e2b a machine.
 */
const STRENGTH: Readonly<Record<Backend, number>> = {
  process: 1,
  firejail: 2,
  seatbelt: 2,
  bubblewrap: 3,
  docker: 3,
  kubernetes: 3,
  gvisor: 4,
  e2b: 5,
  // Nothing gets past it.
  "deny-all": 9,
};

export function strengthOf(backend: Backend): number {
  return STRENGTH[backend];
}

/**
 * What an access level calls `containerized`, and other people's servers, whose code no reviewer has read: neither a
 * policy, a profile nor a document can send these to less.
 */
const CONTAINERIZED: readonly Category[] = ["code_execution", "terminal", "web", "database", "mcp"];

export function mustBeContainerized(category: Category, actionType?: ActionType): boolean {
  return CONTAINERIZED.includes(category) || actionType?.startsWith("exec:") === true;
}

export function isContainer(backend: Backend): boolean {
  return strengthOf(backend) >= STRENGTH.bubblewrap;
}
