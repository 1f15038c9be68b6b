/**
 * Every code that a comparison of permissions can give. A code, once published, keeps its meaning: pipelines match on it.
 * `widening` is the verdict: whatever is not provably narrower is wider.
 */
interface RuleMeaning {
  readonly widening: boolean;
  readonly meaning: string;
}

export const RULE_TABLE = {
  "tool.added": { widening: true, meaning: "The tool is new." },
  "tool.removed": { widening: false, meaning: "The tool is gone." },
  "tool.filesystem.read.widened": {
    widening: true,
    meaning: "A pattern for reading lies in none that was there. What was unspecified gave the agent's own roots.",
  },
  "tool.filesystem.read.unspecified": { widening: true, meaning: "What it may read is no longer said." },
  "tool.filesystem.read.narrowed": { widening: false, meaning: "It may read less." },
  "tool.filesystem.write.widened": {
    widening: true,
    meaning: "A pattern for writing lies in none that was there. What was unspecified gave the agent's own roots.",
  },
  "tool.filesystem.write.unspecified": { widening: true, meaning: "What it may write is no longer said." },
  "tool.filesystem.write.narrowed": { widening: false, meaning: "It may write less." },
  "tool.network.mode.widened": { widening: true, meaning: "none became allowlist or open, or allowlist became open." },
  "tool.network.hosts.widened": {
    widening: true,
    meaning:
      "A host, wildcard, range or port that no entry covered. Numeric addresses have to be listed even where names are free.",
  },
  "tool.network.unspecified": { widening: true, meaning: "What it may reach is no longer said." },
  "tool.network.narrowed": { widening: false, meaning: "It may reach less." },
  "tool.environment.widened": { widening: true, meaning: "It sees one more variable of the environment." },
  "tool.environment.unspecified": { widening: true, meaning: "Which variables it sees is no longer said." },
  "tool.environment.narrowed": { widening: false, meaning: "It sees fewer variables of the environment." },
  "tool.exec.widened": { widening: true, meaning: "It may start programs; before it might not, or did not say." },
  "tool.exec.unspecified": { widening: true, meaning: "Whether it may start programs is no longer said." },
  "tool.exec.narrowed": { widening: false, meaning: "It may no longer start programs." },
  "tool.limit.raised": {
    widening: true,
    meaning: "A limit is higher: than it was, or than the default that held while it was unspecified.",
  },
  "tool.limit.unspecified": { widening: true, meaning: "A limit is no longer said." },
  "tool.limit.soft": { widening: true, meaning: "A limit that had to be enforced no longer has to be." },
  "tool.limit.tightened": { widening: false, meaning: "A limit is lower, or has to be enforced now." },
  "tool.risk.lowered": { widening: true, meaning: "A lower risk is declared, so a call may be of a lower tier." },
  "tool.risk.unspecified": { widening: true, meaning: "Its risk is no longer said." },
  "tool.risk.raised": { widening: false, meaning: "A higher risk is declared, or a risk for the first time." },
  "tool.safety_class.lowered": { widening: true, meaning: "A lower safety class, which takes fewer people." },
  "tool.safety_class.raised": { widening: true, meaning: "A higher safety class: it says that it does more." },
  "tool.egress_class.lowered": { widening: true, meaning: "A lower egress class, which takes fewer people." },
  "tool.egress_class.raised": { widening: true, meaning: "A higher egress class: it says that it reaches further." },
  "tool.approval.lowered": { widening: true, meaning: "A call takes fewer people." },
  "tool.approval.raised": { widening: false, meaning: "A call takes more people." },
  "tool.idempotency.dropped": { widening: true, meaning: "A call no longer needs an idempotency key." },
  "tool.idempotency.required": { widening: false, meaning: "A call now needs an idempotency key." },
  "tool.idempotent.claimed": {
    widening: true,
    meaning: "It claims that running twice has one effect, so a lost call is run again without a person.",
  },
  "tool.idempotent.withdrawn": { widening: false, meaning: "It no longer claims that running twice has one effect." },
  "tool.constraints.max_invocations.raised": { widening: true, meaning: "It may run more often in a session." },
  "tool.constraints.max_invocations.removed": { widening: true, meaning: "It may run as often as one likes." },
  "tool.constraints.per.changed": { widening: true, meaning: "Its calls are counted in something else than before." },
  "tool.constraints.only_after.removed": { widening: true, meaning: "A tool that had to complete first need not." },
  "tool.constraints.forbidden.removed": { widening: true, meaning: "Agents may call what was forbidden to them." },
  "tool.constraints.tightened": { widening: false, meaning: "It may run less often, later, or never." },
  "tool.gate.loosened": {
    widening: true,
    meaning: "An argument is exempt from the path and host gate, or no longer declared to it or as a target.",
  },
  "tool.gate.declared": {
    widening: true,
    meaning: "An argument is declared a path, so the gate no longer judges it by what it looks like (a host, a URL).",
  },
  "tool.gate.tightened": { widening: false, meaning: "The path and host gate looks at more arguments." },
  "tool.secrets.widened": { widening: true, meaning: "It works with one more kept credential." },
  "tool.secrets.narrowed": { widening: false, meaning: "It works with fewer kept credentials." },
  "tool.output.verbatim": { widening: true, meaning: "Its output is cleaned as data, which is less than as prose." },
  "tool.output.prose": { widening: false, meaning: "Its output is cleaned as prose, which is more than as data." },
  "tool.cleaning.weakened": {
    widening: true,
    meaning: "More of its output reaches agents as it is, or is taken out unseen.",
  },
  "tool.cleaning.strengthened": { widening: false, meaning: "Less of its output reaches agents as it is." },
  "tool.cost.raised": { widening: true, meaning: "A call may cost more." },
  "tool.cost.unspecified": { widening: true, meaning: "What a call may cost is no longer said." },
  "tool.cost.lowered": { widening: false, meaning: "A call may cost less." },
  "tool.runtime.unsandboxed": {
    widening: true,
    meaning: "The agent's own runtime runs it now, where no sandbox holds it.",
  },
  "tool.runtime.changed": { widening: true, meaning: "Something of another kind runs it." },
  "tool.runtime.sandboxed": { widening: false, meaning: "It runs in a sandbox; before, the agent's runtime ran it." },
  "tool.category.changed": { widening: true, meaning: "Another category, so other levels include it." },
  "tool.action_type.changed": { widening: true, meaning: "Another action type, so other rules speak of it." },
  "tool.unproved": {
    widening: true,
    meaning: "Something differs that no rule explains, so it counts as wider.",
  },
  "tool.definition.changed": {
    widening: false,
    meaning: "The definition is another; what of it concerns permissions is listed by itself.",
  },
  "tool.version.changed": { widening: false, meaning: "Another version is in force." },
} as const satisfies Record<string, RuleMeaning>;

export type RuleCode = keyof typeof RULE_TABLE;
