import type { Decision } from "#lib/approvals/decide-invocation.ts";
import type { PivotDone } from "#lib/approvals/pivot/pivot-injection.ts";
import type { Outcome } from "#lib/errors/outcome.ts";

export interface PivotActions {
  readonly pivot: (input: {
    text: string;
    items: Decision[];
    freeze: string[];
    deny: boolean;
    reason: string;
    note?: string;
  }) => Promise<Outcome<PivotDone>>;
}
