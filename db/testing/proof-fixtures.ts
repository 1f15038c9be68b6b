import { createHmac, randomBytes } from "node:crypto";
import type { Sql } from "postgres";

/** Proofs of presence, as a device or an app would give them, without either. */

export async function makePasskey(
  admin: Sql,
  personId: string,
  signCount = 0,
): Promise<{ id: string; credential: Buffer }> {
  const credential = randomBytes(32);
  const [row] = await admin<{ id: string }[]>`
    insert into agents.passkeys (id, person_id, credential_id, public_key, sign_count, transports, name, created_at)
    values (airlock.new_id(), ${personId}, ${credential}, ${randomBytes(77)}, ${signCount}, '{internal}', 'laptop', now()) returning id`;
  return { id: row?.id ?? "", credential };
}

/** A confirmed authenticator app; gives its seed. */
export async function makeTotp(admin: Sql, personId: string): Promise<Buffer> {
  const seed = randomBytes(20);
  await admin`
    insert into agents.person_totp (person_id, seed, created_at, confirmed_at, last_step)
    values (${personId}, ${seed}, now(), now(), 0)`;
  return seed;
}

const STEP_SECONDS = 30;

/** RFC 6238 by Node's own HMAC, `beside` so many steps of the present one. */
export function totpCode(seed: Uint8Array, beside = 0, now = Date.now()): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(now / 1000 / STEP_SECONDS) + beside));
  const tag = createHmac("sha1", seed).update(counter).digest();
  const place = (tag.at(-1) ?? 0) & 15;
  return String((tag.readUInt32BE(place) & 0x7fff_ffff) % 1_000_000).padStart(6, "0");
}

/** What a browser has signed, as far as the database reads it. */
export function clientData(type: "webauthn.get" | "webauthn.create", challenge: string): string {
  return JSON.stringify({ type, challenge, origin: "http://localhost:3000", crossOrigin: false });
}

/** A step-up that was asked for, and with a method proved, whatever the functions would say. */
export async function makeStepUp(
  admin: Sql,
  personId: string,
  item: { subject: string; digest: string } | null,
  method: "passkey" | "totp" | "password" | null = null,
): Promise<{ id: string; challenge: string }> {
  const challenge = randomBytes(32);
  const [row] = await admin<{ id: string }[]>`
    insert into agents.step_ups (id, person_id, purpose, subject_id, digest, challenge, created_at, expires_at, method, proved_at)
    values (airlock.new_id(), ${personId}, ${item ? "decide" : "enrol"}, ${item?.subject ?? null}, ${item?.digest ?? null}, ${challenge},
      now(), now() + interval '5 minutes', ${method}, ${method && admin`now()`}) returning id`;
  return { id: row?.id ?? "", challenge: challenge.toString("base64url") };
}
