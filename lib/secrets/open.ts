import { createDecipheriv, createPublicKey, diffieHellman, type KeyObject } from "node:crypto";
import { boxKeys, CIPHER, keyedDigest, NONCE, PUBLIC_BYTES, type Purpose, rawPublicKey, TAG_BYTES } from "./box.ts";

/** Opens what was sealed to this key under this name; nothing when it was sealed otherwise, or a bit of it was changed. */
export function openSecret(privateKey: KeyObject, name: string, sealed: Uint8Array): string | undefined {
  return openBytes(privateKey, "airlock/secret/1", name, sealed)?.content.toString("utf8");
}

export interface OpenedBytes {
  readonly content: Buffer;
  /** As it was told when it was sealed. */
  readonly digest: string;
}

export function openBytes(
  privateKey: KeyObject,
  purpose: Purpose,
  place: string,
  sealed: Uint8Array,
): OpenedBytes | undefined {
  const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength);
  if (bytes.length < PUBLIC_BYTES + TAG_BYTES) return undefined;
  const oncePublic = bytes.subarray(0, PUBLIC_BYTES);
  const tag = bytes.subarray(PUBLIC_BYTES, PUBLIC_BYTES + TAG_BYTES);
  try {
    const publicKey = createPublicKey({
      key: { kty: "OKP", crv: "X25519", x: oncePublic.toString("base64url") },
      format: "jwk",
    });
    const shared = diffieHellman({ privateKey, publicKey });
    const keys = boxKeys(shared, oncePublic, rawPublicKey(createPublicKey(privateKey)), purpose);
    const decipher = createDecipheriv(CIPHER, keys.cipher, NONCE, { authTagLength: TAG_BYTES });
    decipher.setAAD(Buffer.from(place, "utf8"));
    decipher.setAuthTag(tag);
    const content = Buffer.concat([decipher.update(bytes.subarray(PUBLIC_BYTES + TAG_BYTES)), decipher.final()]);
    return { content, digest: keyedDigest(keys, content) };
  } catch {
    // A wrong key, a wrong place and a changed bit look the same on purpose.
    return undefined;
  }
}
