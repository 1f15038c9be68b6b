import { createPublicKey, type KeyObject } from "node:crypto";
import { z } from "zod";
import { keyId } from "#lib/secrets/box.ts";
import { openSecret } from "#lib/secrets/open.ts";
import { type SealedSecret, sealSecret } from "#lib/secrets/seal.ts";

/** A web address and, for a webhook, the key that signs what is sent there. */
const contentSchema = z.strictObject({ url: z.string(), key: z.string().nullable() });
export type AddressContent = z.infer<typeof contentSchema>;

/** Kind and host are sealed in: what a page shows of a channel is where it goes, or it does not open. */
function nameOf(kind: string, host: string): string {
  return `notification:${kind}:${host}`;
}

/** Seals an address to the housekeeper; the page that took it cannot open it again. */
export function sealAddress(recipient: KeyObject, kind: string, host: string, content: AddressContent): SealedSecret {
  return sealSecret(recipient, nameOf(kind, host), JSON.stringify(content));
}

export type OpenedAddress =
  | { readonly ok: true; readonly content: AddressContent }
  | { readonly ok: false; readonly why: string };

export function openAddress(
  key: KeyObject,
  { kind, target, sealed, sealedTo }: { kind: string; target: string; sealed: string | null; sealedTo: string | null },
): OpenedAddress {
  const own = keyId(createPublicKey(key));
  if (sealedTo !== own) return { ok: false, why: `The address is sealed to ${sealedTo}; this keeper's key is ${own}.` };
  const text = openSecret(key, nameOf(kind, target), Buffer.from(sealed ?? "", "base64"));
  if (text === undefined) return { ok: false, why: "The sealed address does not open: it was changed." };
  const content = contentSchema.parse(JSON.parse(text));
  if (new URL(content.url).host !== target)
    return { ok: false, why: "The sealed address is not the one that is shown." };
  return { ok: true, content };
}
