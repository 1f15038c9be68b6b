import { StageLog, type StageResult, UNTOUCHED } from "./stage.ts";

/**
 * A carriage return that does not lead to a line feed makes a terminal write over what stands on the line, so that a person
 * reads something else than a model does. Progress bars do it honestly. Either way each rewrite becomes a line of its own.
 */
export function settleLineEnds(text: string): StageResult {
  if (!text.includes("\r")) return UNTOUCHED;
  const log = new StageLog();
  for (let i = text.indexOf("\r"); i >= 0; i = text.indexOf("\r", i)) {
    const start = i;
    while (text.charCodeAt(i) === 0x0d) i++;
    // Some terminals write CR CR LF: a run before a line feed rewrites nothing.
    if (text.charCodeAt(i) === 0x0a) continue;
    log.edit(start, i, "\n".repeat(i - start), "control.carriage-return", "info");
  }
  return log;
}
