import type { TraceLine } from "./decision-trace.ts";
import type { ToolPolicy } from "./tool-policy.ts";
import type { EgressClass, SafetyClass } from "./vocabulary.ts";

interface Classified {
  readonly safetyClass: SafetyClass;
  readonly egressClass: EgressClass;
  readonly policy: ToolPolicy;
}

/**
 * The defaults of the classes. A read is free. A network tool is free on its own list of hosts, takes a person when it
 * asks for the open network, and is refused when it does not say what it wants. Writing takes one person, money one,
 * privileges two. Whatever safety class is declared, egress class `write` takes one.
 */
export function judgeClasses(contract: Classified, requiresApproval: boolean): TraceLine[] {
  const { egressClass } = contract;
  return [
    judgeSafety(contract),
    egressClass === "write"
      ? line("egress.write", "hold", 1, "egress class write", "Write-class tools need one person.")
      : line(`egress.${egressClass}`, "run", 0, `egress class ${egressClass}`, "Nothing outside is changed."),
    ...(requiresApproval && egressClass !== "write"
      ? [line("registry.requires_approval", "hold", 1, "requires_approval", "The registry asks for a person.")]
      : []),
  ];
}

function judgeSafety({ safetyClass, policy }: Classified): TraceLine {
  const saw = `safety class ${safetyClass}`;
  switch (safetyClass) {
    case "read":
      return line("safety.read", "run", 0, saw, "Tools that only read are free to call.");
    case "write":
      return line("safety.write", "hold", 1, saw, "Tools that write take one person.");
    case "financial":
      return line("safety.financial", "hold", 1, saw, "Financial tools take one person.");
    case "privileged":
      return line("safety.privileged", "hold", 2, saw, "Privileged tools take two distinct people.");
    case "network":
      return judgeNetwork(policy.network?.mode, saw);
  }
}

function judgeNetwork(mode: "none" | "allowlist" | "open" | undefined, saw: string): TraceLine {
  if (mode === undefined) {
    return line("safety.network", "deny", 0, `${saw}, no list`, "A network tool has to list the hosts it reaches.");
  }
  if (mode === "open") {
    return line(
      "safety.network",
      "hold",
      1,
      `${saw}, open`,
      "A network tool without a list of hosts takes one person.",
    );
  }
  return line("safety.network", "run", 0, `${saw}, ${mode}`, "It reaches the hosts on its list and no others.");
}

function line(
  rule: string,
  concluded: TraceLine["concluded"],
  people: number,
  saw: string,
  sentence: string,
): TraceLine {
  return { rule, stage: "decide", concluded, ...(people > 0 ? { people } : {}), saw, sentence };
}
