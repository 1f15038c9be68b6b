import { mapResult } from "#lib/registry/mcp/map-result.ts";
import { type CleaningTerms, failure, type Judged, type JudgedContract, judgeOutput } from "./judge-result.ts";

/**
 * A server's result, mapped and judged. A tool that says of itself that it failed has failed; what it said goes to its agent all
 * the same. `promised`: the server's own schema of structured content.
 */
export function judgeMcpResult(
  contract: JudgedContract,
  promised: Record<string, unknown> | undefined,
  result: Uint8Array,
  terms: CleaningTerms,
): Judged {
  const mapped = mapResult(result, promised);
  if (!mapped.ok) return failure(mapped.code, mapped.message, terms);
  const { output, raw } = mapped.value;
  const kept = Buffer.from(JSON.stringify(raw), "utf8");
  const judged = judgeOutput(contract, output, kept, terms);
  if (judged.status !== "completed" || !output.is_error) return judged;
  const { cleanedJson = "null", findings, altered = false } = judged;
  const { content } = JSON.parse(cleanedJson) as { content: string };
  return { ...failure("tool_failed", content, terms), ...{ raw: kept, cleanedJson, altered, findings } };
}
