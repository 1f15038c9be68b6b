import { generateKeyPairSync } from "node:crypto";
import { keyId } from "#lib/secrets/box.ts";
import { openBytes } from "#lib/secrets/open.ts";
import type { OutputKeys } from "../output-keys.ts";
import { outputSealer, placeOf, type SealOutput } from "../seal-output.ts";

const { privateKey, publicKey } = generateKeyPairSync("x25519");

/** A key of this process alone: what a test's dispatcher seals, the same test can open. */
export const sealForTest: SealOutput = outputSealer(publicKey);
export const TEST_OUTPUT_KEYS: OutputKeys = new Map([[keyId(publicKey), privateKey]]);

/** The text of what was sealed here, whatever the log says. */
export function openForTest(invocationId: string, sealed: Uint8Array): string {
  return openBytes(privateKey, "airlock/output/1", placeOf(invocationId), sealed)?.content.toString("utf8") ?? "";
}
