import type { Execute } from "#lib/registry/tool.ts";
import { decodeText } from "../file-access/decode-text.ts";
import { readCapped } from "../http-service/read-capped.ts";
import type { input, output } from "./contract.ts";

const DEFAULT_MAX_BYTES = 262_144;
/** Session secrets of the other side are nobody's business here. */
const NOT_RETURNED = new Set(["set-cookie", "set-cookie2"]);

export const execute: Execute<typeof input, typeof output> = async (call) => {
  const response = await fetch(call.url, {
    method: call.method ?? "GET",
    headers: { ...call.headers, "user-agent": "airlock-http-fetch/1" },
    // A redirect may lead anywhere; the agent asks again and the new address is checked again.
    redirect: "manual",
  });
  const { content, truncated } = await readCapped(response, call.maxBytes ?? DEFAULT_MAX_BYTES);
  return {
    status: response.status,
    headers: Object.fromEntries([...response.headers].filter(([name]) => !NOT_RETURNED.has(name))),
    contentType: response.headers.get("content-type") ?? "",
    truncated,
    ...asText(content, truncated),
  };
};

function asText(content: Buffer, truncated: boolean): { body: string; encoding: "utf8" | "base64" } {
  const text = decodeText(content, truncated);
  return text === undefined
    ? { body: content.toString("base64"), encoding: "base64" }
    : { body: text, encoding: "utf8" };
}
