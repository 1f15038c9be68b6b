import { z } from "zod";
import { tool } from "#lib/registry/tool.ts";
import { execute } from "./execute.ts";

const MAX_BYTES = 524_288;

/** What the demo may reach. An installation replaces the list; see `shippedTools`. */
const DEMO_HOSTS = ["example.com:443", "docs.airlock.example:443"];

const headerValue = z
  .string()
  .max(1024)
  .regex(/^[\x20-\x7e]*$/);

export const input = z.strictObject({
  url: z.string().min(1).max(2048).describe("An http or https address on this tool's list."),
  method: z.enum(["GET", "HEAD"]).optional().describe("GET if not given."),
  headers: z
    .strictObject({
      accept: headerValue.optional(),
      "accept-language": headerValue.optional(),
      "if-modified-since": headerValue.optional(),
      "if-none-match": headerValue.optional(),
      range: headerValue.optional(),
    })
    .optional()
    .describe("Credentials are never sent from here; the egress proxy adds them where it is configured to."),
  maxBytes: z
    .number()
    .int()
    .min(1)
    .max(MAX_BYTES)
    .optional()
    .describe("Return at most this many bytes of the body; 262144 if not given."),
});

export const output = z.strictObject({
  status: z.number().int().min(100).max(599),
  headers: z.record(z.string(), z.string()).describe("As received, in lower case, without cookies."),
  contentType: z.string(),
  body: z.string().describe("Text, or base64 as 'encoding' says."),
  encoding: z.enum(["utf8", "base64"]),
  truncated: z.boolean(),
});

/** Fetches one page from a listed host, without following redirects. */
export const httpFetch = tool({
  name: "http_fetch",
  title: "Fetch a page",
  summary: "Fetch one http or https address on the tool's list of hosts.",
  description:
    "Sends one GET or HEAD request to a listed host and returns status, headers and body. Redirects are not followed: " +
    "the answer holds the new location, and asking for it is a new call that is checked again.",
  input,
  output,
  safetyClass: "network",
  egressClass: "read_only",
  category: "web",
  actionType: "web:fetch",
  idempotency: "optional",
  idempotent: true,
  policy: {
    risk: "medium",
    filesystem: { read: [], write: [] },
    network: { mode: "allowlist", hosts: DEMO_HOSTS },
    environment: { allow: [] },
    exec: "deny",
    limits: {
      wallSeconds: 30,
      cpuSeconds: 10,
      memoryMb: 512,
      processes: 64,
      outputBytes: 4_194_304,
      fileMb: 1,
      hard: ["wallSeconds", "outputBytes", "fileMb"],
    },
  },
  gate: { urls: [{ at: "/url" }], text: [{ at: "/headers/*" }] },
  outputContent: "prose",
  effect: "Fetch {/url}",
  costTier: "low",
  examples: [{ title: "A page", input: { url: "https://example.com/", headers: { accept: "text/html" } } }],
  failureModes: [
    "host_refused: the host is not on the tool's list. Ask for one that is.",
    "A status of 300 to 399 is an answer: its location header holds the address to ask for next.",
    "fetch failed: the host did not answer, or leads to an address that may not be reached.",
  ],
  execute,
  declaredIn: import.meta.url,
});
