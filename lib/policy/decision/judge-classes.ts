import type { TraceLine } from "../decision-trace.ts";
import type { PolicyClasses } from "../document/policy-document.ts";
import type { ToolPolicy } from "../tool-policy.ts";
import type { EgressClass, SafetyClass } from "../vocabulary.ts";
import { asking, denying } from "./line.ts";

interface Classified {
  readonly safetyClass: SafetyClass;
  readonly egressClass: EgressClass;
  readonly policy: ToolPolicy;
}

/** The invariants: no document is looser, and if one were, these would hold all the same. */
const LEAST_PEOPLE: Record<SafetyClass, number> = { read: 0, write: 1, network: 0, financial: 1, privileged: 2 };
const LEAST_PEOPLE_OPEN = 1;
const LEAST_PEOPLE_EGRESS: Record<EgressClass, number> = { none: 0, read_only: 0, write: 1 };

/** Of these the registry's own flag is always set: repeating it would only make a trace longer. */
const FLAGGED_BY_CLASS: ReadonlySet<SafetyClass> = new Set(["write", "financial", "privileged"]);

/**
 * How many people the classes of a tool take. A network tool is asked about by what it reaches: its own list of hosts, the
 * open network, or, when it does not say, nothing at all: that is refused. A class that the policy does not know is refused.
 */
export function judgeClasses(classes: PolicyClasses, contract: Classified, requiresApproval: boolean): TraceLine[] {
  return [
    judgeSafety(classes.safety, contract),
    judgeEgress(classes.egress, contract.egressClass),
    ...(requiresApproval ? judgeFlag(contract) : []),
  ];
}

function judgeSafety(safety: PolicyClasses["safety"], { safetyClass, policy }: Classified): TraceLine {
  const rule = `safety.${safetyClass}`;
  const saw = `safety class ${safetyClass}`;
  if (!Object.hasOwn(safety, safetyClass)) {
    return denying(rule, { saw, sentence: "The policy does not know this safety class." });
  }
  if (safetyClass === "network") return judgeNetwork(safety.network, policy.network?.mode, saw);
  const people = Math.max(safety[safetyClass].people, LEAST_PEOPLE[safetyClass]);
  return asking(rule, people, { saw, sentence: `Tools of safety class ${safetyClass} ${take(people)}.` });
}

function judgeNetwork(
  network: PolicyClasses["safety"]["network"],
  mode: "none" | "allowlist" | "open" | undefined,
  saw: string,
): TraceLine {
  const rule = "safety.network";
  if (mode === undefined) {
    return denying(rule, { saw: `${saw}, no list`, sentence: "A network tool has to list the hosts it reaches." });
  }
  if (mode === "open") {
    // The open network is never easier to get than a list of hosts.
    const people = Math.max(network.open_people, network.people, LEAST_PEOPLE_OPEN);
    const sentence = `A network tool without a list of hosts ${takes(people)}.`;
    return asking(rule, people, { saw: `${saw}, open`, sentence });
  }
  const people = Math.max(network.people, LEAST_PEOPLE.network);
  return asking(rule, people, {
    saw: `${saw}, ${mode}`,
    sentence: `A network tool that keeps to its list of hosts ${takes(people)}.`,
  });
}

function judgeEgress(egress: PolicyClasses["egress"], egressClass: EgressClass): TraceLine {
  const rule = `egress.${egressClass}`;
  const saw = `egress class ${egressClass}`;
  if (!Object.hasOwn(egress, egressClass)) {
    return denying(rule, { saw, sentence: "The policy does not know this egress class." });
  }
  const people = Math.max(egress[egressClass], LEAST_PEOPLE_EGRESS[egressClass]);
  return asking(rule, people, { saw, sentence: `Tools of egress class ${egressClass} ${take(people)}.` });
}

function judgeFlag({ safetyClass, egressClass }: Classified): TraceLine[] {
  if (egressClass === "write" || FLAGGED_BY_CLASS.has(safetyClass)) return [];
  const words = { saw: "requires_approval", sentence: "The registry asks for a person." };
  return [asking("registry.requires_approval", 1, words)];
}

const PEOPLE = ["nobody", "one person", "two distinct people"] as const;

function take(people: number): string {
  return `take ${PEOPLE[people] ?? `${people} people`}`;
}

function takes(people: number): string {
  return `takes ${PEOPLE[people] ?? `${people} people`}`;
}
