import { contractOf } from "#db/testing/fixtures.ts";
import type { Random } from "#db/testing/random.ts";
import { ACTION_TYPES } from "#lib/policy/action-types.ts";
import { CATEGORIES, EGRESS_CLASSES, RISKS, SAFETY_CLASSES } from "#lib/policy/vocabulary.ts";
import type { ToolContract } from "#lib/registry/contract.ts";

const NETWORKS = [
  { mode: "none" },
  { mode: "allowlist", hosts: ["a.example.com:443"] },
  { mode: "open" },
  null,
] as const;

/** Any contract that a decision can tell from another, more often one that nothing holds; `earlier` are tools that it may have to come after. */
export function randomContract(random: Random, name: string, earlier: readonly string[]): ToolContract {
  const network = random.pick(NETWORKS);
  const risk = random.pick([...RISKS, null]);
  const constraints = {
    ...(random.chance(0.1) && { forbidden: true }),
    ...(random.chance(0.3) && { per: "task" as const }),
    ...(random.chance(0.3) && { maxInvocations: random.integer(1, 4) }),
    ...(random.chance(0.2) &&
      earlier.length > 0 && { onlyAfter: random.shuffle(earlier).slice(0, random.integer(1, 2)) }),
  };
  return contractOf({
    name,
    safetyClass: random.pick([...SAFETY_CLASSES, "read", "read", "network"]),
    egressClass: random.pick([...EGRESS_CLASSES, "none", "none"]),
    category: random.pick(CATEGORIES),
    actionType: random.pick(ACTION_TYPES),
    policy: {
      ...(network && { network: network.mode === "allowlist" ? { ...network, hosts: [...network.hosts] } : network }),
      ...(risk && { risk }),
    },
    ...(Object.keys(constraints).length > 0 && { constraints }),
    ...(random.chance(0.5) && { maxCost: random.pick([0, 0.25, 1, 4]) }),
  });
}
