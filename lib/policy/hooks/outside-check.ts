import type { IncomingMessage } from "node:http";
import type { OutsideCheck } from "#lib/policy/document/policy-document.ts";
import { sendPost } from "#lib/webhooks/send-post.ts";
import { SIGNATURE_HEADER, signBody } from "#lib/webhooks/sign-body.ts";
import { readWebAddress } from "#lib/webhooks/web-address.ts";
import type { Hook, HookAnswer, PendingCall } from "./hook.ts";

const ANSWER_BYTES_MAX = 65_536;

/**
 * A service that the policy names, asked over HTTP before a call is decided. The question is signed as webhooks are, so that
 * the service knows who asks; the answer counts because of where it came from, which is why it is https, or this machine itself.
 */
export function outsideCheck({ name, url, timeout_ms: timeoutMs }: OutsideCheck, key: string | undefined): Hook {
  return {
    name,
    timeoutMs,
    async check(call, signal) {
      if (key === undefined)
        throw new Error("AIRLOCK_CHECKS_KEY is not set: there is nothing to sign the question with.");
      const address = readWebAddress(url, { plainLoopback: true });
      if (!address.ok) throw new Error(address.message);
      const body = questionOf(call);
      const headers = { [SIGNATURE_HEADER]: signBody(key, body, Math.floor(Date.now() / 1000)) };
      const answer = await sendPost({ url: address.value, body, headers, signal });
      try {
        return await readAnswer(answer);
      } finally {
        answer.destroy();
      }
    },
  };
}

function questionOf(call: PendingCall): string {
  return JSON.stringify({ version: 1, ...call });
}

/** Any other status than 200 is no answer, a redirect too: only the address that the policy names is asked. */
async function readAnswer(answer: IncomingMessage): Promise<HookAnswer> {
  if (answer.statusCode !== 200) throw new Error(`The check answered ${answer.statusCode}.`);
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of answer) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    if (size > ANSWER_BYTES_MAX) throw new Error("The check's answer is too long.");
    chunks.push(bytes);
  }
  return parse(Buffer.concat(chunks).toString("utf8"));
}

/** Its shape is judged where every hook's answer is. A parser's error repeats what it read, and the operator's log is no place for that. */
function parse(text: string): HookAnswer {
  try {
    return JSON.parse(text) as HookAnswer;
  } catch {
    throw new Error("The check's answer is not JSON.");
  }
}
