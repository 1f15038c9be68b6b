import { z } from "zod";
import type { RuleCode } from "#lib/registry/manifest/rule-table.ts";

/**
 * What moved between two contracts, one entry a place. A code, once published, keeps its meaning: it is stored beside the
 * version, shown to the reviewer, and counted.
 */
export const CHANGE_SEVERITIES = ["info", "review", "critical"] as const;
export type ChangeSeverity = (typeof CHANGE_SEVERITIES)[number];

export const DRIFT_SEVERITIES = ["none", ...CHANGE_SEVERITIES] as const;
export type DriftSeverity = (typeof DRIFT_SEVERITIES)[number];

interface CodeMeaning {
  readonly severity: ChangeSeverity;
  /** Whether the tool may do, take or say more than before, as far as anybody can prove. */
  readonly widening: boolean;
  readonly meaning: string;
}

/** Codes of what a model reads and an agent sends. What a tool may touch has the codes of the permission manifest. */
export const CONTRACT_CODES = {
  "name.changed": { severity: "critical", widening: true, meaning: "The tool has another name." },
  "name.confusable": {
    severity: "critical",
    widening: true,
    meaning: "A name was replaced by, or joined by, one that looks the same.",
  },
  "text.changed": { severity: "review", widening: false, meaning: "A text that a model or a person reads is another." },
  "text.added": { severity: "review", widening: false, meaning: "A text that a model or a person reads is new." },
  "text.removed": { severity: "review", widening: false, meaning: "A text that a model or a person reads is gone." },
  "text.whitespace": { severity: "info", widening: false, meaning: "Only spaces and line ends of a text moved." },
  "text.confusable": {
    severity: "critical",
    widening: false,
    meaning: "The text looks the same and is not: letters were exchanged for look-alikes or invisible ones.",
  },
  "text.url.added": { severity: "critical", widening: false, meaning: "A text names an address that it did not name." },
  "scan.hit": { severity: "critical", widening: false, meaning: "The scanner found something in a text that is new." },
  "schema.property.required": {
    severity: "critical",
    widening: false,
    meaning: "A parameter is required that was not: every call now hands it over.",
  },
  "schema.count.raised": {
    severity: "review",
    widening: false,
    meaning: "More members have to be handed over than before.",
  },
  "schema.property.free_text": {
    severity: "critical",
    widening: true,
    meaning: "A parameter takes free text that did not, or is new and does: anything can be carried out in it.",
  },
  "schema.property.added": { severity: "review", widening: true, meaning: "A parameter is new." },
  "schema.property.removed": {
    severity: "review",
    widening: true,
    meaning: "A parameter is no longer described, and anything is accepted in its place.",
  },
  "schema.argument.declared": {
    severity: "review",
    widening: true,
    meaning:
      "A parameter is said to be a path, an address or a host, so the gate no longer judges it by what it looks like.",
  },
  "schema.property.dropped": { severity: "review", widening: false, meaning: "A parameter is no longer accepted." },
  "schema.enum.added": { severity: "critical", widening: true, meaning: "A fixed value is offered that was not." },
  "schema.default.added": { severity: "critical", widening: true, meaning: "A default is new or another." },
  "schema.default.removed": { severity: "review", widening: false, meaning: "A default is gone." },
  "schema.required.removed": { severity: "review", widening: true, meaning: "A parameter may now be left out." },
  "schema.widened": { severity: "review", widening: true, meaning: "The schema accepts what it did not accept." },
  "schema.unproved": {
    severity: "review",
    widening: true,
    meaning: "The schema changed where nothing proves that it accepts less, so it counts as accepting more.",
  },
  "schema.narrowed": { severity: "info", widening: false, meaning: "The schema accepts provably less." },
  "schema.reordered": { severity: "info", widening: false, meaning: "The same values in another order." },
  "hint.lowered": { severity: "critical", widening: true, meaning: "The tool claims to be safer than it did." },
  "hint.raised": { severity: "review", widening: false, meaning: "The tool admits to be less safe than it said." },
  "value.changed": { severity: "review", widening: false, meaning: "A value beside the schemas is another." },
  "value.added": { severity: "review", widening: false, meaning: "A value beside the schemas is new." },
  "value.removed": { severity: "review", widening: false, meaning: "A value beside the schemas is gone." },
  "icons.changed": { severity: "info", widening: false, meaning: "The icons are others." },
  "meta.changed": { severity: "info", widening: false, meaning: "The server's own metadata is another." },
  "runtime.code.changed": {
    severity: "critical",
    widening: true,
    meaning: "Other code, another command or another server would run.",
  },
  "part.equivalent": { severity: "info", widening: false, meaning: "Written differently, with the same meaning." },
  "part.changed": {
    severity: "critical",
    widening: true,
    meaning: "A part changed that the comparison does not know.",
  },
  "changes.more": {
    severity: "review",
    widening: true,
    meaning: "More changed than is listed; its severity is that of the gravest left out.",
  },
} as const satisfies Record<string, CodeMeaning>;

export type ContractCode = keyof typeof CONTRACT_CODES;
export type ChangeCode = ContractCode | RuleCode;

export const changeSchema = z.strictObject({
  /** The contract's field: `description`, `inputSchema`, `policy` … */
  part: z.string().max(64),
  /** JSON Pointer into the contract. */
  pointer: z.string(),
  code: z.string().max(64),
  severity: z.enum(CHANGE_SEVERITIES),
  widening: z.boolean(),
  /** Shortened when long: the whole of both stands in the versions. */
  before: z.unknown().optional(),
  after: z.unknown().optional(),
});

export interface Change {
  readonly part: string;
  readonly pointer: string;
  readonly code: ChangeCode;
  readonly severity: ChangeSeverity;
  readonly widening: boolean;
  readonly before?: unknown;
  readonly after?: unknown;
}
