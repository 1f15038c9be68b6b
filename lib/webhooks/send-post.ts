import { type IncomingMessage, request as plainRequest } from "node:http";
import { request as secureRequest } from "node:https";

export interface Post {
  readonly url: URL;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

/**
 * Posts JSON and gives the answer unread: whoever asked reads no more of it than it wants and destroys it. A redirect is an
 * answer like any other: an admin named this address, and nobody else names another.
 */
export function sendPost({ url, body, headers, signal }: Post): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const send = url.protocol === "https:" ? secureRequest : plainRequest;
    const outgoing = send(
      url,
      {
        method: "POST",
        // A connection of its own: one that a target half closed must not lose the next message.
        agent: false,
        signal,
        headers: {
          "content-type": "application/json",
          "content-length": Buffer.byteLength(body),
          "user-agent": "Airlock",
          ...headers,
        },
      },
      resolve,
    );
    outgoing.on("error", reject);
    outgoing.end(body);
  });
}
