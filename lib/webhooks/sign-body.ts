import { createHmac } from "node:crypto";

export const SIGNATURE_HEADER = "airlock-signature";

/**
 * `t=<seconds>,v1=<hex>`: HMAC-SHA256 with the key that the receiver was given, over the time, a dot and the body. The time is that of this try,
 * so that a receiver refuses what was recorded and played back: older than five minutes is old.
 */
export function signBody(key: string, body: string, atSeconds: number): string {
  const mac = createHmac("sha256", key).update(`${atSeconds}.${body}`, "utf8").digest("hex");
  return `t=${atSeconds},v1=${mac}`;
}
