import type { Execute } from "#lib/registry/tool.ts";
import { failure } from "../failures/failure.ts";
import { readCapped } from "../http-service/read-capped.ts";
import { pageText } from "../page-text/page-text.ts";
import type { input, output } from "./contract.ts";

const BYTES_MAX = 4_194_304;
const CHARACTERS = 40_000;

export const execute: Execute<typeof input, typeof output> = async (call) => {
  const response = await fetch(call.url, {
    redirect: "manual",
    headers: { accept: "text/html, text/plain;q=0.8", "user-agent": "airlock-extract-page/1" },
  });
  const location = response.headers.get("location");
  if (location !== null) throw failure("redirected", `The page is at ${location}.`);
  if (!response.ok) throw failure("page_refused", `The host answered ${response.status}.`);
  const type = response.headers.get("content-type") ?? "";
  if (!/^(text\/|application\/xhtml)/.test(type))
    throw failure("not_text", `What is there is ${type || "of no known kind"}.`);
  const { content, truncated } = await readCapped(response, BYTES_MAX);
  const source = new TextDecoder(charsetOf(type)).decode(content);
  const page = type.startsWith("text/plain") ? { title: "", text: source, links: [] } : pageText(source, call.url);
  const most = call.maxCharacters ?? CHARACTERS;
  return {
    url: call.url,
    title: page.title,
    text: page.text.slice(0, most).toWellFormed(),
    truncated: truncated || page.text.length > most,
    ...(call.links ? { links: [...page.links] } : {}),
  };
};

/** A charset that nobody knows is read as UTF-8, with marks where it is none. */
function charsetOf(type: string): string {
  const name = /charset="?([\w-]+)/i.exec(type)?.[1] ?? "utf-8";
  try {
    return new TextDecoder(name).encoding;
  } catch {
    return "utf-8";
  }
}
