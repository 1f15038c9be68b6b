import "server-only";
import { done, type Outcome, refuse } from "#lib/errors/outcome.ts";
import { type OutputKeys, openOutputKeys } from "#lib/outputs/output-keys.ts";
import { outputKeySource } from "./environment.ts";

let opened: Promise<OutputKeys> | undefined;

/** The keys of raw outputs, opened when somebody first reads one. A failure is not kept: a key service may come back. */
export async function outputKeys(): Promise<Outcome<OutputKeys>> {
  opened ??= openOutputKeys(outputKeySource());
  try {
    return done(await opened);
  } catch (error) {
    opened = undefined;
    console.error("The keys of raw outputs cannot be opened.", error);
    return refuse("output_key_missing", "The dashboard's keys for raw outputs cannot be opened; its log says why.");
  }
}
