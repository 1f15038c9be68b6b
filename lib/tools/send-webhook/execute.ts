import { createHmac } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { Execute } from "#lib/registry/tool.ts";
import { failure } from "../failures/failure.ts";
import type { input, output } from "./contract.ts";

export interface WebhookSettings {
  /** By name; `host` is `name:port`. */
  readonly endpoints: Readonly<Record<string, { readonly host: string; readonly path: string }>>;
  readonly endpoints_act_once: boolean;
}

export const execute: Execute<typeof input, typeof output, WebhookSettings> = async (
  call,
  { settings, idempotencyKey },
) => {
  const endpoint = Object.hasOwn(settings.endpoints, call.endpoint) ? settings.endpoints[call.endpoint] : undefined;
  if (!endpoint) throw failure("endpoint_unknown", `There is no endpoint ${call.endpoint}.`);
  const key = await readFile("/run/secrets/webhooks.signing_key", "utf8");
  const timestamp = String(Math.floor(Date.now() / 1_000));
  const body = JSON.stringify({ id: idempotencyKey, type: call.type, data: call.data });
  // A key of each receiver's own: none of them can sign for another.
  const own = createHmac("sha256", key.trimEnd()).update(call.endpoint).digest("hex");
  const signature = createHmac("sha256", own).update(`${idempotencyKey}.${timestamp}.${body}`).digest("base64");
  // Port 80 is plain by its own name; everything else is TLS, whatever the number.
  const scheme = endpoint.host.endsWith(":80") ? "http" : "https";
  const response = await fetch(`${scheme}://${endpoint.host}${endpoint.path}`, {
    method: "POST",
    redirect: "manual",
    body,
    headers: {
      ...{ "content-type": "application/json", "user-agent": "airlock-webhook/1" },
      ...{ "webhook-id": idempotencyKey, "webhook-timestamp": timestamp, "webhook-signature": `v1,${signature}` },
    },
  });
  await response.body?.cancel();
  if (!response.ok) throw failure("delivery_refused", `The endpoint answered ${response.status}.`);
  return { id: idempotencyKey, status: response.status };
};
