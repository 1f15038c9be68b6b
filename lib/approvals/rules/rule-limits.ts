/** What a standing rule may be at most; apart from its schema, so that a page need not load what checks it. */
export const RULE_EFFECTS = ["approve", "deny"] as const;
export type RuleEffect = (typeof RULE_EFFECTS)[number];

/** The longest a rule lasts; a denial may stand longer than a yes. */
export const MOST_HOURS: Readonly<Record<RuleEffect, number>> = { approve: 720, deny: 2136 };
export const MOST_USES = 10_000;
