import { z } from "zod";
import { tool } from "#lib/registry/tool.ts";
import { servicePolicy } from "../declared/service.ts";
import { execute } from "./execute.ts";

export const input = z.strictObject({
  url: z.string().min(1).max(2048).describe("An http or https address on this tool's list."),
  method: z.enum(["POST", "PUT", "PATCH", "DELETE"]).optional().describe("POST if not given."),
  body: z
    .discriminatedUnion("kind", [
      z.strictObject({ kind: z.literal("json"), value: z.unknown() }),
      z.strictObject({ kind: z.literal("form"), fields: z.record(z.string().max(200), z.string().max(65_536)) }),
      z.strictObject({ kind: z.literal("text"), text: z.string().max(131_072) }),
    ])
    .optional(),
});

export const output = z.strictObject({
  status: z.number().int().min(100).max(599),
  contentType: z.string(),
  location: z.string().optional().describe("Where a redirect leads; it is not followed."),
  body: z.string(),
  truncated: z.boolean(),
});

/** Sends one request that may change something to a listed host. */
export function webPost({ hosts, actsOnce }: { hosts: readonly string[]; actsOnce: boolean }) {
  return tool({
    name: "web_post",
    title: "Send to a web address",
    summary: "Send one POST, PUT, PATCH or DELETE to an address on the tool's list of hosts.",
    description:
      "Sends one request with a JSON, form or text body to a listed host and returns status and body. The call's idempotency key goes along as " +
      "Idempotency-Key, the same when a call runs again, so that a service which knows it acts once. Redirects are not followed.",
    input,
    output,
    safetyClass: "write",
    egressClass: "write",
    category: "web",
    actionType: "web:post",
    idempotency: "required",
    // Only who knows the hosts can say that they keep to the key.
    idempotent: actsOnce,
    policy: servicePolicy(hosts, "medium", { wallSeconds: 30 }),
    gate: { urls: [{ at: "/url" }], text: [{ at: "/body" }] },
    outputContent: "prose",
    effect: "Send a request to {/url}",
    costTier: "low",
    examples: [
      {
        title: "A comment",
        input: { url: "https://api.example.com/comments", body: { kind: "json", value: { text: "Done." } } },
      },
    ],
    failureModes: [
      "host_refused: the host is not on the tool's list.",
      "fetch failed: the host did not answer, or leads to an address that may not be reached.",
      "A status of 400 and above is an answer: look at the body.",
    ],
    execute,
    declaredIn: import.meta.url,
  });
}
