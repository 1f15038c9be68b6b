import { z } from "zod";
import { tool } from "#lib/registry/tool.ts";
import { inHeader, serviceFailures, servicePolicy } from "../declared/service.ts";
import { type ChatSettings, execute } from "./execute.ts";

export const input = z.strictObject({
  channel: z
    .string()
    .regex(/^[#@]?[A-Za-z0-9_-]{1,80}$/)
    .describe("A channel on the installation's list."),
  text: z.string().min(1).max(8_000),
  thread: z
    .string()
    .regex(/^\d{1,12}\.\d{1,8}$/)
    .optional()
    .describe("The timestamp of the message to answer."),
});

export const output = z.strictObject({ channel: z.string(), timestamp: z.string() });

/** Posts to a channel of the installation's chat. */
export function slackMessage(settings: ChatSettings) {
  return tool({
    name: "slack_message",
    title: "Post to a channel",
    summary: "Post one message to a chat channel that the installation allows.",
    description:
      "Posts a message to a listed channel by the interface of Slack's chat.postMessage. Links and names in it are not unfurled or pinged. The token is " +
      "added on the way and is not in the sandbox.",
    input,
    output,
    safetyClass: "write",
    egressClass: "write",
    category: "communication",
    actionType: "comms:internal",
    idempotency: "required",
    idempotent: false,
    policy: servicePolicy([settings.host], "medium", { wallSeconds: 30 }),
    requires: inHeader(settings.host, "slack.token"),
    settings,
    gate: {
      text: [{ at: "/channel" }, { at: "/text" }, { at: "/thread" }],
      targets: [{ at: "/channel", kind: "recipient" }],
    },
    outputContent: "prose",
    effect: "Post to {/channel}: {/text}",
    costTier: "low",
    examples: [{ title: "A line", input: { channel: "#deploys", text: "shop v2.4.1 is out." } }],
    failureModes: [
      ...serviceFailures,
      "channel_refused: the channel is not on the installation's list; nothing was sent.",
    ],
    execute,
    declaredIn: import.meta.url,
  });
}
