import { type Post, sendPost } from "#lib/webhooks/send-post.ts";
import { type AttemptResult, notSent } from "./attempt-result.ts";

/**
 * Posts a body and looks at the status alone: the answer's text is dropped unread, so a target can neither fill memory nor keep
 * a keeper listening.
 */
export async function postMessage({
  timeoutMs,
  signal,
  ...post
}: Post & { timeoutMs: number }): Promise<AttemptResult> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
  try {
    const answer = await sendPost({ ...post, signal: limit });
    answer.destroy();
    return judge(answer.statusCode ?? 0);
  } catch (error) {
    return notSent(reasonOf(error as Error, limit));
  }
}

function judge(status: number): AttemptResult {
  if (status >= 200 && status < 300) return { sent: true, status, error: null };
  if (status >= 300 && status < 400)
    return notSent("The target answered with a redirect, which is not followed.", status);
  return notSent(`The target answered ${status}.`, status);
}

function reasonOf(error: Error, limit: AbortSignal): string {
  if (limit.aborted) return "The target did not answer in time.";
  return `The target could not be reached: ${(error as NodeJS.ErrnoException).code ?? error.name}.`;
}
