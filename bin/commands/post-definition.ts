import { z } from "zod";
import { type ErrorCode, isErrorCode } from "#lib/errors/codes.ts";
import { done, type Outcome } from "#lib/errors/outcome.ts";
import { UsageError } from "./command.ts";

export interface GatewayAddress {
  readonly url: URL;
  readonly key: string;
}

const LOOPBACK = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** Where the gateway is and who asks, from the environment: a key on the command line would be everybody's to read. */
export function readGatewayAddress(environment: NodeJS.ProcessEnv): GatewayAddress {
  const { AIRLOCK_URL: address = "http://localhost:3001", AIRLOCK_AUTHOR_KEY: key } = environment;
  if (!key)
    throw new UsageError(
      "AIRLOCK_AUTHOR_KEY is not set: an operator or admin makes one on the dashboard, under Settings → Author keys.",
    );
  if (!URL.canParse(address)) throw new UsageError("AIRLOCK_URL is not an address.");
  const url = new URL("/api/v1/tools", address);
  if (isInTheOpen(url)) {
    throw new UsageError("AIRLOCK_URL is not https, and the key would travel in the open.");
  }
  return { url, key };
}

/** Whether a key that is sent there could be read on the way. */
export function isInTheOpen(url: URL): boolean {
  return url.protocol !== "https:" && !LOOPBACK.has(url.hostname);
}

const refusalSchema = z.object({
  error: z.object({
    code: z.string().transform((code): ErrorCode => (isErrorCode(code) ? code : "internal")),
    message: z.string(),
    details: z.record(z.string(), z.unknown()),
  }),
});

/** The gateway's answer. A refusal of its is a value; not reaching it is a failure of the program. */
export async function postDefinition({ url, key }: GatewayAddress, body: object): Promise<Outcome<unknown>> {
  const response = await fetch(url, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify(body),
    // The key is for this address and no other.
    redirect: "error",
  }).catch((error: Error) => {
    throw new Error(
      `The gateway at ${url.origin} cannot be reached: ${(error.cause as Error | undefined)?.message ?? error.message}`,
    );
  });
  const answer: unknown = await response.json().catch(() => undefined);
  if (response.ok) return done(answer);
  const refusal = refusalSchema.safeParse(answer);
  if (!refusal.success)
    throw new Error(`The gateway at ${url.origin} answered ${response.status}, and not as one of ours does.`);
  return { ok: false, ...refusal.data.error };
}
