import { type DecisionTrace, decisionTraceSchema } from "./decision-trace.ts";

/**
 * A stored trace, or null when it is not one. Part of it is the word of the process that agents talk to: a page that
 * believed its shape could be made to break just when somebody has to decide.
 */
export function readTrace(stored: unknown): DecisionTrace | null {
  const parsed = decisionTraceSchema.safeParse(stored);
  return parsed.success ? parsed.data : null;
}
