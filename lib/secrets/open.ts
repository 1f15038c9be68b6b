import { createDecipheriv, createPublicKey, diffieHellman, type KeyObject } from "node:crypto";
import { boxKey, CIPHER, NONCE, PUBLIC_BYTES, rawPublicKey, TAG_BYTES } from "./box.ts";

/** Opens what was sealed to this key under this name; nothing when it was sealed otherwise, or a bit of it was changed. */
export function openSecret(privateKey: KeyObject, name: string, sealed: Uint8Array): string | undefined {
  const bytes = Buffer.from(sealed);
  if (bytes.length < PUBLIC_BYTES + TAG_BYTES) return undefined;
  const oncePublic = bytes.subarray(0, PUBLIC_BYTES);
  const tag = bytes.subarray(PUBLIC_BYTES, PUBLIC_BYTES + TAG_BYTES);
  try {
    const publicKey = createPublicKey({
      key: { kty: "OKP", crv: "X25519", x: oncePublic.toString("base64url") },
      format: "jwk",
    });
    const shared = diffieHellman({ privateKey, publicKey });
    const key = boxKey(shared, oncePublic, rawPublicKey(createPublicKey(privateKey)));
    const decipher = createDecipheriv(CIPHER, key, NONCE, { authTagLength: TAG_BYTES });
    decipher.setAAD(Buffer.from(name, "utf8"));
    decipher.setAuthTag(tag);
    return Buffer.concat([decipher.update(bytes.subarray(PUBLIC_BYTES + TAG_BYTES)), decipher.final()]).toString(
      "utf8",
    );
  } catch {
    // A wrong key, a wrong name and a changed bit look the same on purpose.
    return undefined;
  }
}
