/**
 * The reviewers' keys: the dashboard holds them, outside the database, in a file that only its user may read or behind a command
 * of the operator's (a KMS, a vault). Dispatchers hold the public half of the newest and can seal, never open.
 */
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from "node:crypto";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { keepPrivateKey, readPrivateText } from "#lib/keys/keep-private-key.ts";
import { keyId } from "#lib/secrets/box.ts";
import { parseCommand, runKeyCommand } from "#lib/secrets/run-key-command.ts";

const RISK = "the raw outputs sealed to it are not safe";
const PEM = /-----BEGIN PRIVATE KEY-----[^-]+-----END PRIVATE KEY-----/g;

/** By the id that stands beside what was sealed to them. */
export type OutputKeys = ReadonlyMap<string, KeyObject>;

export function outputKeyFile(home: string): string {
  return join(home, "keys", "outputs-key.pem");
}

/** The public half lies beside the key. */
export function outputSealingKeyFile(keyFile: string): string {
  return keyFile.replace(/(\.pem)?$/, ".pub");
}

/** Makes the key at the first start, and writes down the public half of the newest in the file, to be given away. */
export function keepOutputKey(file: string): void {
  if (!existsSync(file)) keepPrivateKey(file, () => generateKeyPairSync("x25519").privateKey, RISK);
  const [newest] = keysIn(readPrivateText(file, RISK)).values();
  if (!newest) throw new Error(`There is no key in ${file}.`);
  try {
    writeFileSync(outputSealingKeyFile(file), createPublicKey(newest).export({ type: "spki", format: "pem" }));
  } catch (error) {
    // A key that an operator mounted may lie where nothing can be written; then the public half is theirs to hand out.
    if (!["EROFS", "EACCES", "EPERM"].includes((error as NodeJS.ErrnoException).code ?? "")) throw error;
  }
}

export interface OutputKeySource {
  readonly file?: string | undefined;
  /** As `parseCommand` reads it; prints what the file would hold. */
  readonly command?: string | undefined;
}

/** Every key of the source, the newest first: what was sealed to an older one opens as long as it stays in there. */
export async function openOutputKeys({ file, command }: OutputKeySource): Promise<OutputKeys> {
  if (command !== undefined) return keysIn(await runKeyCommand(parseCommand(command)));
  return file === undefined ? new Map() : keysIn(readPrivateText(file, RISK));
}

function keysIn(text: string): OutputKeys {
  const keys = (text.match(PEM) ?? []).map((pem) => createPrivateKey(pem));
  if (keys.some(({ asymmetricKeyType }) => asymmetricKeyType !== "x25519")) {
    throw new Error("Raw outputs are sealed to X25519 keys.");
  }
  return new Map(keys.map((key) => [keyId(createPublicKey(key)), key]));
}
