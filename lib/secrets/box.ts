import { createHash, createHmac, hkdfSync, type KeyObject } from "node:crypto";

/**
 * The shape of what is sealed: 32 bytes of a public key that was used once, 16 of the tag, then the content under
 * AES-256-GCM. The key comes from X25519 between that key and the recipient's, through HKDF over both public keys.
 */
export const CIPHER = "aes-256-gcm";
export const PUBLIC_BYTES = 32;
export const TAG_BYTES = 16;

/** Always the same, for every key is used for one text only. */
export const NONCE = Buffer.alloc(12);

/** What is sealed: nothing that was sealed for one purpose opens for another, were the keys the same. */
export type Purpose = "airlock/secret/1" | "airlock/output/1";

export interface BoxKeys {
  readonly cipher: Buffer;
  /** For a digest that tells nothing to who cannot open the box: content that is easily guessed stays unguessed. */
  readonly digest: Buffer;
}

export function boxKeys(shared: Buffer, oncePublic: Buffer, recipientPublic: Buffer, purpose: Purpose): BoxKeys {
  const salt = Buffer.concat([oncePublic, recipientPublic]);
  const both = Buffer.from(hkdfSync("sha256", shared, salt, purpose, 64));
  return { cipher: both.subarray(0, 32), digest: both.subarray(32) };
}

export function keyedDigest({ digest }: BoxKeys, content: Uint8Array): string {
  return createHmac("sha256", digest).update(content).digest("hex");
}

export function rawPublicKey(key: KeyObject): Buffer {
  const { x } = key.export({ format: "jwk" });
  if (key.asymmetricKeyType !== "x25519" || x === undefined) throw new Error("secrets are sealed to an X25519 key");
  return Buffer.from(x, "base64url");
}

export function keyId(key: KeyObject): string {
  return createHash("sha256").update(rawPublicKey(key)).digest("hex").slice(0, 16);
}
