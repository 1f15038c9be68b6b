/**
 * The key that opens where messages go and what signs them. With the housekeeper alone: the dashboard holds its public half and
 * can seal, never open, and neither the database nor a dispatcher holds either.
 */
import { createPublicKey, generateKeyPairSync, type KeyObject } from "node:crypto";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { keepPrivateKey, readPrivateKey } from "#lib/keys/keep-private-key.ts";

const RISK = "the addresses and keys sealed to it are not safe";

export function notifierKeyFile(home: string): string {
  return join(home, "keys", "notices-key.pem");
}

/** The public half lies beside the key. */
export function notifierSealingKeyFile(keyFile: string): string {
  return keyFile.replace(/(\.pem)?$/, ".pub");
}

/** The key in this file, made at the first start. */
export function openNotifierKey(file: string): KeyObject {
  const key = existsSync(file)
    ? readPrivateKey(file, RISK)
    : keepPrivateKey(file, () => generateKeyPairSync("x25519").privateKey, RISK);
  if (key.asymmetricKeyType !== "x25519") throw new Error("Addresses are sealed to an X25519 key.");
  writePublicHalf(key, notifierSealingKeyFile(file));
  return key;
}

function writePublicHalf(key: KeyObject, file: string): void {
  try {
    writeFileSync(file, createPublicKey(key).export({ type: "spki", format: "pem" }));
  } catch (error) {
    // A key that an operator mounted may lie where nothing can be written; then the public half is theirs to hand out.
    if (!["EROFS", "EACCES", "EPERM"].includes((error as NodeJS.ErrnoException).code ?? "")) throw error;
  }
}
