import { isNestedDeeper } from "./is-nested-deeper.ts";
import { type ToolAnswer, toolAnswerSchema } from "./result.ts";

/** Far more than a tool needs to say anything, and little enough that everybody who walks the answer has the stack for it. */
const ANSWER_LEVELS_MAX = 64;

/** What the runner inside wrote. Exactly one line that fits; anything else means the tool did not answer. */
export function readAnswer(bytes: Uint8Array): ToolAnswer | null {
  if (isNestedDeeper(bytes, ANSWER_LEVELS_MAX)) {
    const message = `Its answer is nested deeper than ${ANSWER_LEVELS_MAX} levels.`;
    return { ok: false, error: { code: "answer_too_deep", message } };
  }
  const text = Buffer.from(bytes).toString("utf8");
  if (!text.endsWith("\n") || text.indexOf("\n") !== text.length - 1) return null;
  try {
    const parsed = toolAnswerSchema.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
