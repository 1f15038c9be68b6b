/**
 * The key that signs checkpoints. It is made once and lies outside the database, readable for its owner alone: whoever owns the
 * database can rewrite the log, but not what was signed about it.
 */
import { createHash, createPublicKey, generateKeyPairSync, type KeyObject } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { keepPrivateKey } from "#lib/keys/keep-private-key.ts";
import { type NoteSigner, type NoteVerifier, parseVerifier, renderVerifier } from "./signed-note.ts";

const PRIVATE = "checkpoint-key.pem";
const PUBLIC = "checkpoint-key.pub";

export function signingKeyFile(home: string): string {
  return join(home, "keys", PRIVATE);
}

export function publicKeyFile(home: string): string {
  return join(home, "keys", PUBLIC);
}

/** A signer that exists nowhere else. */
export function makeSigner(): NoteSigner {
  return signerOf(generateKeyPairSync("ed25519").privateKey);
}

/** The installation's signer, made at the first start. The public key is written beside it, to be given away. */
export function keepSigner(home: string): NoteSigner {
  const make = (): KeyObject => makeSigner().privateKey;
  const signer = signerOf(keepPrivateKey(signingKeyFile(home), make, "its signatures prove nothing"));
  writeFileSync(publicKeyFile(home), `${renderVerifier(signer)}\n`);
  return signer;
}

/** A public key from the file it was given away in. */
export function readVerifier(file: string): NoteVerifier {
  const verifier = parseVerifier(readFileSync(file, "utf8"));
  if (!verifier) throw new Error(`${file} is not a public key in the form NAME+ID+BASE64.`);
  return verifier;
}

/** The key's name tells one log from another: it is the origin in every checkpoint. */
function signerOf(privateKey: KeyObject): NoteSigner {
  const publicKey = createPublicKey(privateKey);
  const fingerprint = createHash("sha256")
    .update(publicKey.export({ type: "spki", format: "der" }))
    .digest("hex");
  return { name: `airlock/audit/${fingerprint.slice(0, 16)}`, publicKey, privateKey };
}
