import type { Severity } from "#lib/sanitise/finding.ts";
import type { RuleName } from "../rules.ts";

/** Something seen in one text, in offsets of that text as it was given. */
export interface Note {
  readonly rule: RuleName;
  /** Where the rule's own severity does not fit. */
  readonly severity?: Severity | undefined;
  readonly start: number;
  readonly end: number;
  /** The other tool that it is about, by its name. */
  readonly other?: string;
}
