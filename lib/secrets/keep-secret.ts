import type { KeyObject } from "node:crypto";
import type postgres from "postgres";
import { done, type Outcome, refuse } from "#lib/errors/outcome.ts";
import { isReference, sealableReference } from "./fetched-secret.ts";
import { SHORTEST_SECRET } from "./mask-secrets.ts";
import { sealSecret } from "./seal.ts";

/** The value itself, or where dispatchers fetch it. */
export type SecretContent =
  | { readonly kind: "value"; readonly value: string }
  | { readonly kind: "reference"; readonly reference: string };

/** Seals a credential here and now, and keeps what only dispatchers can open. A name that is taken gets a new version. */
export async function keepSecret(
  sql: postgres.Sql,
  token: string,
  sealingKey: KeyObject,
  name: string,
  content: SecretContent,
): Promise<Outcome<{ version: number }>> {
  if (content.kind === "reference" && !isReference(content.reference)) {
    return refuse("malformed_request", "A reference has letters, digits and _ . / : @ # - only.");
  }
  if (content.kind === "value" && content.value.length < SHORTEST_SECRET) {
    const why = "a shorter one cannot be taken out of outputs without taking ordinary words";
    return refuse("malformed_request", `A credential has at least ${SHORTEST_SECRET} characters: ${why}.`);
  }
  const text = content.kind === "value" ? content.value : sealableReference(content.reference);
  const { sealedTo, sealed } = sealSecret(sealingKey, name, text);
  const [row] = await sql<{ version: number }[]>`
    select agents.fn_put_secret(${token}, ${name}, ${sealedTo}, ${sealed}) as version`;
  return done({ version: row?.version ?? 0 });
}

export async function retireSecret(
  sql: postgres.Sql,
  token: string,
  name: string,
  reason: string,
): Promise<Outcome<null>> {
  await sql`select agents.fn_retire_secret(${token}, ${name}, ${reason})`;
  return done(null);
}
