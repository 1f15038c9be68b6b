import type { KeyObject } from "node:crypto";
import { SIGNATURE_HEADER, signBody } from "#lib/webhooks/sign-body.ts";
import { type AddressRules, readWebAddress } from "#lib/webhooks/web-address.ts";
import type { DueDelivery } from "./due-delivery.ts";
import { buildMail } from "./messages/build-mail.ts";
import { buildSlack } from "./messages/build-slack.ts";
import { buildWebhook } from "./messages/build-webhook.ts";
import { openAddress } from "./sealed-address.ts";
import { type AttemptResult, notSent } from "./senders/attempt-result.ts";
import { postMessage } from "./senders/post-message.ts";
import { type MailServer, sendMail } from "./senders/send-mail.ts";

export interface DeliverySettings {
  readonly key: KeyObject;
  /** Where people open the dashboard: what links begin with. */
  readonly dashboard: string;
  readonly mail?: MailServer | undefined;
  readonly addresses: AddressRules;
  readonly timeoutMs: number;
}

/** One try of one delivery. Whatever happens is a result to be written down. */
export async function deliver(
  delivery: DueDelivery,
  settings: DeliverySettings,
  signal: AbortSignal,
): Promise<AttemptResult> {
  try {
    return await (delivery.kind === "email" ? mailIt : postIt)(delivery, settings, signal);
  } catch (error) {
    return notSent(`It could not be sent: ${error instanceof Error ? error.name : "unknown"}.`);
  }
}

async function mailIt(delivery: DueDelivery, { dashboard, mail, timeoutMs }: DeliverySettings, signal: AbortSignal) {
  if (!mail) return notSent("The housekeeper has no mail server: set AIRLOCK_SMTP_URL and AIRLOCK_MAIL_FROM.");
  return sendMail(mail, buildMail(delivery, dashboard), timeoutMs, signal);
}

async function postIt(delivery: DueDelivery, settings: DeliverySettings, signal: AbortSignal) {
  const opened = openAddress(settings.key, delivery);
  if (!opened.ok) return notSent(opened.why);
  const { url, key } = opened.content;
  // Again, here: what was allowed where it was typed need not be allowed where it is sent.
  const address = readWebAddress(url, settings.addresses);
  if (!address.ok) return notSent(address.message);
  const build = delivery.kind === "slack" ? buildSlack : buildWebhook;
  const body = build(delivery, settings.dashboard);
  const headers = {
    "airlock-delivery": delivery.id,
    ...(key === null ? {} : { [SIGNATURE_HEADER]: signBody(key, body, Math.floor(Date.now() / 1000)) }),
  };
  return postMessage({ url: address.value, body, headers, timeoutMs: settings.timeoutMs, signal });
}
