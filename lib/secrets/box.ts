import { createHash, hkdfSync, type KeyObject } from "node:crypto";

/**
 * The shape of a sealed secret: 32 bytes of a public key that was used once, 16 of the tag, then the text under
 * AES-256-GCM. The key comes from X25519 between that key and the recipient's, through HKDF over both public keys.
 */
export const CIPHER = "aes-256-gcm";
export const PUBLIC_BYTES = 32;
export const TAG_BYTES = 16;

/** Always the same, for every key is used for one text only. */
export const NONCE = Buffer.alloc(12);

export function boxKey(shared: Buffer, oncePublic: Buffer, recipientPublic: Buffer): Buffer {
  const salt = Buffer.concat([oncePublic, recipientPublic]);
  return Buffer.from(hkdfSync("sha256", shared, salt, "airlock/secret/1", 32));
}

export function rawPublicKey(key: KeyObject): Buffer {
  const { x } = key.export({ format: "jwk" });
  if (key.asymmetricKeyType !== "x25519" || x === undefined) throw new Error("secrets are sealed to an X25519 key");
  return Buffer.from(x, "base64url");
}

export function keyId(key: KeyObject): string {
  return createHash("sha256").update(rawPublicKey(key)).digest("hex").slice(0, 16);
}
