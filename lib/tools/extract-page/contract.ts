import { z } from "zod";
import { tool } from "#lib/registry/tool.ts";
import { servicePolicy } from "../declared/service.ts";
import { execute } from "./execute.ts";

export const input = z.strictObject({
  url: z.string().min(1).max(2048).describe("An http or https address on this tool's list."),
  maxCharacters: z.number().int().min(100).max(200_000).optional().describe("Of the text; 40000 if not given."),
  links: z.boolean().optional().describe("Also the page's links; no if not given."),
});

export const output = z.strictObject({
  url: z.string(),
  title: z.string(),
  text: z.string(),
  truncated: z.boolean(),
  links: z.array(z.strictObject({ text: z.string(), url: z.string() })).optional(),
});

/** Reads a page of a listed host as text. */
export function extractPage({ hosts }: { hosts: readonly string[] }) {
  return tool({
    name: "extract_page",
    title: "Read a page as text",
    summary: "Read a web page on the tool's list of hosts as plain text, without its markup.",
    description:
      "Fetches one page from a listed host and returns its title and its readable text, without markup, scripts and styles, and its links when asked for. " +
      "Redirects are not followed: the refusal holds the new location.",
    input,
    output,
    safetyClass: "network",
    egressClass: "read_only",
    category: "web",
    actionType: "web:fetch",
    idempotency: "optional",
    idempotent: true,
    policy: servicePolicy(hosts, "medium", { wallSeconds: 30 }),
    gate: { urls: [{ at: "/url" }] },
    outputContent: "prose",
    effect: "Read {/url} as text",
    costTier: "low",
    examples: [{ title: "An article", input: { url: "https://example.com/", maxCharacters: 5_000 } }],
    failureModes: [
      "host_refused: the host is not on the tool's list.",
      "redirected: the page is elsewhere; ask for that address. not_text: what is there is no page.",
      "page_refused: the host answered with an error; its status is in the sentence.",
    ],
    execute,
    declaredIn: import.meta.url,
  });
}
