import { z } from "zod";
import { tool } from "#lib/registry/tool.ts";
import { servicePolicy } from "../declared/service.ts";
import type { MailSettings } from "../smtp/settings.ts";
import { execute } from "./execute.ts";

const address = z
  .string()
  .max(254)
  .regex(/^[A-Za-z0-9._+=-]{1,64}@[A-Za-z0-9-]{1,63}(\.[A-Za-z0-9-]{1,63})+$/, "One plain address.");

export const input = z.strictObject({
  to: z.array(address).min(1).max(20),
  subject: z
    .string()
    .min(1)
    .max(200)
    .regex(/^[^\r\n\0]*$/, "One line."),
  text: z.string().min(1).max(50_000),
});

export const output = z.strictObject({
  messageId: z.string(),
  accepted: z.string().describe("What the server said when it took the message."),
});

/** Sends one plain-text message through the installation's mail server. */
export function sendEmail(settings: MailSettings) {
  return tool({
    name: "send_email",
    title: "Send an e-mail",
    summary: "Send one plain-text e-mail to addresses that the installation allows.",
    description:
      "Sends one message in plain text, from the installation's own address, to at most 20 recipients on its list. The message id is made from the " +
      "idempotency key. That the server took it is all that is known: whether it arrives is the server's to see to.",
    input,
    output,
    safetyClass: "write",
    egressClass: "write",
    category: "communication",
    actionType: "comms:external",
    idempotency: "required",
    idempotent: false,
    policy: servicePolicy([`${settings.host}:${settings.port}`], "medium"),
    requires: { secrets: ["email.login", ...(settings.ca ? ["email.ca"] : [])] },
    settings,
    gate: { text: [{ at: "/to/*" }, { at: "/subject" }, { at: "/text" }], targets: [{ at: "/to", kind: "recipient" }] },
    outputContent: "prose",
    effect: "Send an e-mail to {/to}: {/subject}",
    costTier: "low",
    examples: [
      {
        title: "A report",
        input: { to: ["ops@example.com"], subject: "Nightly report", text: "All jobs ended well." },
      },
    ],
    failureModes: [
      "recipient_refused: an address is not on the installation's list; nothing was sent.",
      "mail_refused: what the server said is in the sentence. tls_refused: it cannot be spoken to in TLS.",
      "server_unreachable, server_lost: it did not answer; if that was after the text, whether it took the message is not known.",
    ],
    execute,
    declaredIn: import.meta.url,
  });
}
