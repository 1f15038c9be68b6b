import { request as plainRequest } from "node:http";
import { request as secureRequest } from "node:https";
import { type AttemptResult, notSent } from "./attempt-result.ts";

export interface Post {
  readonly url: URL;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/**
 * Posts a body and looks at the status alone: the answer's text is dropped unread, so a target can neither fill memory nor keep
 * a keeper listening. A redirect is not followed: an admin named this address, and nobody else names another.
 */
export function postMessage({ url, body, headers, timeoutMs, signal }: Post): Promise<AttemptResult> {
  return new Promise((resolve) => {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
    const send = url.protocol === "https:" ? secureRequest : plainRequest;
    const outgoing = send(
      url,
      {
        method: "POST",
        // A connection of its own: one that a target half closed must not lose the next message.
        agent: false,
        signal: limit,
        headers: {
          "content-type": "application/json",
          "content-length": Buffer.byteLength(body),
          "user-agent": "Airlock",
          ...headers,
        },
      },
      (answer) => {
        resolve(judge(answer.statusCode ?? 0));
        answer.destroy();
      },
    );
    outgoing.on("error", (error) => resolve(notSent(reasonOf(error, limit))));
    outgoing.end(body);
  });
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
