/**
 * The key that opens credentials. It lies outside the database, with the dispatchers alone: in a file that only their user
 * may read, or behind a command of the operator's (a KMS, a vault). Pages hold its public half and can seal, never open.
 */
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { keepPrivateKey, readPrivateKey } from "#lib/keys/keep-private-key.ts";
import { parseCommand, runKeyCommand } from "./run-key-command.ts";

const RISK = "the credentials sealed to it are not safe";

export function dispatcherKeyFile(home: string): string {
  return join(home, "keys", "secrets-key.pem");
}

export function sealingKeyFile(home: string): string {
  return join(home, "keys", "secrets-key.pub");
}

export interface KeySource {
  readonly home: string;
  readonly file?: string | undefined;
  /** As `parseCommand` reads it; prints the key as PEM. */
  readonly command?: string | undefined;
}

/** The dispatchers' key, made at the first start where nobody names one. The public half is written down to be given away. */
export async function openDispatcherKey({ home, file, command }: KeySource): Promise<KeyObject> {
  if (command !== undefined) return x25519(createPrivateKey(await runKeyCommand(parseCommand(command))));
  if (file !== undefined) return x25519(readPrivateKey(file, RISK));
  const key = x25519(keepPrivateKey(dispatcherKeyFile(home), () => generateKeyPairSync("x25519").privateKey, RISK));
  writeFileSync(sealingKeyFile(home), createPublicKey(key).export({ type: "spki", format: "pem" }));
  return key;
}

/** A public half, from the file it was given away in. */
export function readSealingKey(file: string): KeyObject {
  return x25519(createPublicKey(readFileSync(file)));
}

function x25519(key: KeyObject): KeyObject {
  if (key.asymmetricKeyType !== "x25519") throw new Error("what is sealed here is sealed to an X25519 key");
  return key;
}
