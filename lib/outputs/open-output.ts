import { createHash } from "node:crypto";
import { done, type Outcome, refuse } from "#lib/errors/outcome.ts";
import { openBytes } from "#lib/secrets/open.ts";
import type { OutputKeys } from "./output-keys.ts";
import { placeOf } from "./seal-output.ts";

export interface KeptOutput {
  readonly sealed: Uint8Array;
  readonly sealedTo: string;
}

/** What the log said of it when the call ended; nothing where the log has no such entry. */
export interface LoggedDigests {
  readonly rawDigest?: string | undefined;
  readonly sealedDigest?: string | undefined;
}

/**
 * Opens a raw output, and says so when it is not what was recorded. It is compared with the log and not with its own row:
 * whoever can change the one can change the other, but the log is chained and signed outside the database.
 */
export function openOutput(
  keys: OutputKeys,
  invocationId: string,
  { sealed, sealedTo }: KeptOutput,
  logged: LoggedDigests,
): Outcome<Buffer> {
  if (sha256(sealed) !== logged.sealedDigest) {
    return logged.sealedDigest === undefined
      ? refuse("output_changed", "The log has no entry of this output; what is kept cannot be trusted.")
      : refuse("output_changed");
  }
  const key = keys.get(sealedTo);
  if (!key) {
    const have = keys.size === 0 ? "it has none" : `it has ${[...keys.keys()].join(", ")}`;
    return refuse("output_key_missing", `This was sealed to the key ${sealedTo}; of the dashboard's, ${have}.`);
  }
  const opened = openBytes(key, "airlock/output/1", placeOf(invocationId), sealed);
  if (!opened || opened.digest !== logged.rawDigest) {
    return refuse("output_changed", "It does not open in this place: it was sealed for another call, or changed.");
  }
  return done(opened.content);
}

function sha256(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
