import { createCipheriv, diffieHellman, generateKeyPairSync, type KeyObject } from "node:crypto";
import { boxKey, CIPHER, keyId, NONCE, rawPublicKey } from "./box.ts";

export interface SealedSecret {
  /** The id of the key that opens it. */
  readonly sealedTo: string;
  readonly sealed: Buffer;
}

/**
 * Seals a credential to the dispatchers' public key. Whoever seals cannot open: the page that takes a credential from an
 * admin, the database that keeps it and its backups hold nothing that shows it. The name is sealed in, so that one
 * secret cannot be put in the place of another.
 */
export function sealSecret(recipient: KeyObject, name: string, value: string): SealedSecret {
  const once = generateKeyPairSync("x25519");
  const oncePublic = rawPublicKey(once.publicKey);
  const shared = diffieHellman({ privateKey: once.privateKey, publicKey: recipient });
  const cipher = createCipheriv(CIPHER, boxKey(shared, oncePublic, rawPublicKey(recipient)), NONCE);
  cipher.setAAD(Buffer.from(name, "utf8"));
  const hidden = Buffer.concat([cipher.update(value, "utf8"), cipher.final()]);
  return { sealedTo: keyId(recipient), sealed: Buffer.concat([oncePublic, cipher.getAuthTag(), hidden]) };
}
