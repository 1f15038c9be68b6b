import type { IncomingMessage } from "node:http";
import { judgeMethod } from "./judge-request.ts";

/**
 * A tool that may fetch and not push. Over HTTP the two are other requests: fetching is reading, and one POST to the
 * repository's `git-upload-pack`; pushing is `git-receive-pack`, or the writing methods of WebDAV and of a forge's own
 * interface. All that is not known to be fetching is refused.
 */
const FETCHES = /^(\/[A-Za-z0-9_.+@~,=-]+)+\/git-upload-pack$/;
const FETCH_TYPE = "application/x-git-upload-pack-request";
const PUSHES = "git-receive-pack";
/** Who writes a name in a form that has to be read more often than this does not mean to be understood. */
const READINGS = 3;

export function judgeGitRequest(
  request: Pick<IncomingMessage, "method" | "headers">,
  target: string,
): "push_refused" | "method_not_allowed" | null {
  if (namesPush(target)) return "push_refused";
  const isFetch = request.method === "POST" && isFetchPath(target) && request.headers["content-type"] === FETCH_TYPE;
  return judgeMethod({ headers: request.headers, method: isFetch ? "GET" : (request.method ?? "") });
}

function isFetchPath(target: string): boolean {
  // A dotted segment is another path to the server than to us.
  return FETCHES.test(target) && !target.split("/").some((segment) => segment === "." || segment === "..");
}

function namesPush(target: string): boolean {
  let text = target;
  for (let reading = 0; reading <= READINGS; reading += 1) {
    if (text.toLowerCase().includes(PUSHES)) return true;
    text = text.replace(/%([0-9a-f]{2})/gi, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));
  }
  return false;
}
