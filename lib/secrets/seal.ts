import { createCipheriv, diffieHellman, generateKeyPairSync, type KeyObject } from "node:crypto";
import { boxKeys, CIPHER, keyedDigest, keyId, NONCE, type Purpose, rawPublicKey } from "./box.ts";

export interface SealedSecret {
  /** The id of the key that opens it. */
  readonly sealedTo: string;
  readonly sealed: Buffer;
}

export interface SealedBytes extends SealedSecret {
  /** Of the content, keyed with the box: only who opens it can compare. */
  readonly digest: string;
}

/**
 * Seals a credential to the dispatchers' public key. Whoever seals cannot open: the page that takes a credential from an
 * admin, the database that keeps it and its backups hold nothing that shows it. The name is sealed in, so that one
 * secret cannot be put in the place of another.
 */
export function sealSecret(recipient: KeyObject, name: string, value: string): SealedSecret {
  const { sealedTo, sealed } = sealBytes(recipient, "airlock/secret/1", name, Buffer.from(value, "utf8"));
  return { sealedTo, sealed };
}

/** Seals any content to a public key; `place` is sealed in, and the box opens for that place alone. */
export function sealBytes(recipient: KeyObject, purpose: Purpose, place: string, content: Uint8Array): SealedBytes {
  const once = generateKeyPairSync("x25519");
  const oncePublic = rawPublicKey(once.publicKey);
  const shared = diffieHellman({ privateKey: once.privateKey, publicKey: recipient });
  const keys = boxKeys(shared, oncePublic, rawPublicKey(recipient), purpose);
  const cipher = createCipheriv(CIPHER, keys.cipher, NONCE);
  cipher.setAAD(Buffer.from(place, "utf8"));
  const hidden = [cipher.update(content), cipher.final()];
  return {
    sealedTo: keyId(recipient),
    sealed: Buffer.concat([oncePublic, cipher.getAuthTag(), ...hidden]),
    digest: keyedDigest(keys, content),
  };
}
