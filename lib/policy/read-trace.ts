import { z } from "zod";
import { type DecisionTrace, decisionTraceSchema, traceLineSchema } from "./decision-trace.ts";

/**
 * A stored trace, or null when it is not one. Part of it is the word of the process that agents talk to: a page that
 * believed its shape could be made to break just when somebody has to decide. `checks` are the lines that were stored
 * beside a trace that many calls share; they come first.
 */
export function readTrace(stored: unknown, checks: unknown = null): DecisionTrace | null {
  const trace = decisionTraceSchema.safeParse(stored);
  const first = z.array(traceLineSchema).safeParse(checks ?? []);
  if (!trace.success || !first.success) return null;
  return { ...trace.data, lines: [...first.data, ...trace.data.lines] };
}
