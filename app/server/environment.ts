import "server-only";
import type { Outcome } from "#lib/errors/outcome.ts";
import type { OutputKeySource } from "#lib/outputs/output-keys.ts";
import { type RelyingParty, relyingPartyOf } from "#lib/step-up/relying-party.ts";

/** What the two doors read from their environment, each with a clear end when it is missing. */

export function webDatabaseUrl(): string {
  return required("AIRLOCK_DB_WEB_URL");
}

export function gatewayDatabaseUrl(): string {
  return required("AIRLOCK_DB_GATEWAY_URL");
}

/** The operator's module with hooks, and what outside checks are asked with. */
export function gatewaySayers(): { readonly hooks?: string; readonly checksKey?: string } {
  const { AIRLOCK_HOOKS: hooks, AIRLOCK_CHECKS_KEY: checksKey } = process.env;
  return { ...(hooks ? { hooks } : {}), ...(checksKey ? { checksKey } : {}) };
}

/** What results are sealed to that agents bring themselves; reviewers' keys open it. */
export function outputsPublicKeyPath(): string | undefined {
  return process.env.AIRLOCK_OUTPUTS_PUBLIC_KEY || undefined;
}

/** Where agents reach the gateway, to be shown; without it the port after the dashboard's, where 'up' puts it. */
export function gatewayUrl(): string {
  if (process.env.AIRLOCK_GATEWAY_URL) return process.env.AIRLOCK_GATEWAY_URL.replace(/\/+$/, "");
  const url = new URL(process.env.NEXTAUTH_URL ?? "http://localhost:3000");
  return `${url.protocol}//${url.hostname}:${Number(url.port || "3000") + 1}`;
}

/** Encrypts the cookie that carries the opaque session token. */
export function sessionSecret(): string {
  return required("NEXTAUTH_SECRET");
}

/** Where signed checkpoints lie, to be shown; the key that signs them is no business of a web process. */
export function checkpointsPath(): string | undefined {
  return process.env.AIRLOCK_CHECKPOINTS || undefined;
}

/** What credentials are sealed to before they leave this process; the key that opens them is with the dispatchers. */
export function sealingKeyPath(): string | undefined {
  return process.env.AIRLOCK_SECRETS_PUBLIC_KEY || undefined;
}

/** What opens raw outputs; dispatchers hold only what seals them. */
export function outputKeySource(): OutputKeySource {
  const { AIRLOCK_OUTPUTS_KEY: file, AIRLOCK_OUTPUTS_KEY_COMMAND: command } = process.env;
  return { ...(file ? { file } : {}), ...(command ? { command } : {}) };
}

/** Where people open the dashboard: passkeys are made for that name, and their answers count from that address alone. */
export function relyingParty(): Outcome<RelyingParty> {
  return relyingPartyOf(process.env.NEXTAUTH_URL);
}

/** How an authenticator app tells one installation from another. */
export function dashboardHost(): string {
  const url = process.env.NEXTAUTH_URL ?? "";
  return URL.canParse(url) ? new URL(url).host : "localhost";
}

/** What webhook addresses are sealed to; the key that opens them is with the housekeeper. */
export function noticesKeyPath(): string | undefined {
  return process.env.AIRLOCK_NOTICES_PUBLIC_KEY || undefined;
}

export function allowsPlainLoopback(): boolean {
  return process.env.AIRLOCK_PLAIN_WEBHOOKS === "loopback";
}

/** Where people open the dashboard; decides whether cookies are marked secure. */
export function isServedOverTls(): boolean {
  return (process.env.NEXTAUTH_URL ?? "").startsWith("https://");
}

function required(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set; .env.example explains it.`);
  return value;
}
