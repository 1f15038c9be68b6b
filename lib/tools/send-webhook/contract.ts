import { z } from "zod";
import { tool } from "#lib/registry/tool.ts";
import { servicePolicy } from "../declared/service.ts";
import { execute, type WebhookSettings } from "./execute.ts";

export const input = z.strictObject({
  endpoint: z
    .string()
    .regex(/^[a-z0-9][a-z0-9_-]{0,62}$/)
    .describe("The name of an endpoint that the installation configured."),
  type: z
    .string()
    .regex(/^[a-z][a-z0-9_.]{0,99}$/)
    .describe("What happened, such as report.ready."),
  data: z.record(z.string().max(200), z.unknown()),
});

export const output = z.strictObject({ id: z.string(), status: z.number().int() });

/** Sends a signed event to a configured endpoint. */
export function sendWebhook(settings: WebhookSettings) {
  const hosts = [...new Set(Object.values(settings.endpoints).map(({ host }) => host))];
  return tool({
    name: "send_webhook",
    title: "Send a webhook",
    summary: "Send a signed event to an endpoint that the installation configured by name.",
    description:
      "Sends one JSON event to a named endpoint, signed with the installation's key (headers webhook-id, webhook-timestamp, webhook-signature). The id is " +
      "the call's idempotency key, the same when a call runs again, so that a receiver can tell a repetition.",
    input,
    output,
    safetyClass: "write",
    egressClass: "write",
    category: "communication",
    actionType: "comms:external",
    idempotency: "required",
    idempotent: settings.endpoints_act_once,
    policy: servicePolicy(hosts, "medium", { wallSeconds: 30 }),
    requires: { secrets: ["webhooks.signing_key"] },
    settings,
    gate: {
      text: [{ at: "/endpoint" }, { at: "/type" }, { at: "/data" }],
      targets: [{ at: "/endpoint", kind: "recipient" }],
    },
    outputContent: "prose",
    effect: "Send {/type} to the endpoint {/endpoint}",
    costTier: "low",
    examples: [{ title: "A report", input: { endpoint: "finance", type: "report.ready", data: { id: 7 } } }],
    failureModes: [
      "endpoint_unknown: the installation has no endpoint of that name; nothing was sent.",
      "delivery_refused: the endpoint answered with something other than success; its status is in the sentence.",
      "fetch failed: the endpoint did not answer.",
    ],
    execute,
    declaredIn: import.meta.url,
  });
}
