import type { KeyObject } from "node:crypto";
import { createPublicKey } from "node:crypto";
import { z } from "zod";
import { done, type Outcome, refuse } from "#lib/errors/outcome.ts";
import { keyId } from "#lib/secrets/box.ts";
import { fetchCommand, referenceOf } from "#lib/secrets/fetched-secret.ts";
import { SHORTEST_SECRET } from "#lib/secrets/mask-secrets.ts";
import { openSecret } from "#lib/secrets/open.ts";
import { KeyCommandFailure, runKeyCommand } from "#lib/secrets/run-key-command.ts";
import type { Claim } from "./claim.ts";
import type { Held } from "./run-mcp-call.ts";

/** How this dispatcher comes to the values of credentials. */
export interface CredentialSource {
  readonly key: KeyObject;
  /** For secrets that are kept as references: what prints the value, with `{reference}` in place of the reference. */
  readonly fetch?: readonly string[];
}

export type Credentials = Readonly<Record<string, string>>;

const sealedSchema = z.array(
  z.object({ name: z.string(), version: z.number(), sealedTo: z.string(), sealed: z.string() }),
);

/** The credentials that a call's tool names, opened; all of them or a refusal that names the first that is missing. */
export async function openCredentials(
  { id, fence, contract }: Pick<Claim, "id" | "fence" | "contract">,
  source: CredentialSource | undefined,
  { sql, workerId, signal }: Pick<Held, "sql" | "workerId" | "signal">,
): Promise<Outcome<Credentials>> {
  const wanted = contract.requires?.secrets ?? [];
  if (wanted.length === 0) return done({});
  if (!source) return refuse("secret_unavailable", "This dispatcher has no key for credentials.");
  // Whatever is given was on record before. What is not is put there by asking for it, which one that was renewed since the claim takes.
  const ask = () =>
    sql<{ secrets: unknown }[]>`select agents.fn_secrets_for_call(${workerId}, ${id}, ${fence}) as secrets`;
  let [row] = await ask();
  if (row?.secrets === null) [row] = await ask();
  if (row?.secrets === null)
    return refuse("secret_unavailable", "The credentials of this call change as they are asked for.");
  const kept = sealedSchema.parse(row?.secrets);
  const opened: Record<string, string> = {};
  for (const name of wanted) {
    const secret = kept.find((candidate) => candidate.name === name);
    if (!secret) return refuse("secret_unavailable", `The credential ${name} is not kept here.`);
    const text = openSecret(source.key, name, Buffer.from(secret.sealed, "base64"));
    if (text === undefined) {
      const own = keyId(createPublicKey(source.key));
      return refuse(
        "secret_unavailable",
        `The credential ${name} is sealed to ${secret.sealedTo}; this dispatcher has ${own}.`,
      );
    }
    const value = await follow(name, text, source, signal);
    if (!value.ok) return value;
    opened[name] = value.value;
  }
  return done(opened);
}

/** A value is itself; a reference is followed. */
async function follow(
  name: string,
  opened: string,
  { fetch }: CredentialSource,
  signal: AbortSignal,
): Promise<Outcome<string>> {
  const reference = referenceOf(opened);
  if (reference === undefined) return done(opened);
  if (!fetch)
    return refuse(
      "secret_unavailable",
      `The credential ${name} is a reference, and this dispatcher has no command to follow it.`,
    );
  try {
    const value = await runKeyCommand(fetchCommand(fetch, reference), signal);
    // Kept values are as long at least: a shorter one would not be masked in what the tool says.
    return value.length < SHORTEST_SECRET
      ? refuse("secret_unavailable", `The command for ${name} printed fewer than ${SHORTEST_SECRET} characters.`)
      : done(value);
  } catch (error) {
    if (!(error instanceof KeyCommandFailure)) throw error;
    return refuse("secret_unavailable", `The command for ${name} ${error.reason}.`);
  }
}
