import { type Outcome, refuse } from "#lib/errors/outcome.ts";
import type { ToolContract } from "#lib/registry/contract.ts";
import {
  type PreparedRegistration,
  prepareRegistration,
  type RegistrationTerms,
} from "#lib/registry/prepare-registration.ts";
import { runApart } from "./run-apart.ts";

const TOO_SLOW = "The definition could not be scanned in the time that is given to it.";

/** The same as `prepareRegistration`. A definition that takes longer than it may is refused like any other that cannot be judged. */
export async function prepareApart(
  contract: ToolContract,
  terms: RegistrationTerms,
): Promise<Outcome<PreparedRegistration>> {
  const bytes = JSON.stringify(contract).length + (terms.bundle?.length ?? 0) + (terms.instructions?.length ?? 0);
  const prepared = await runApart("prepareRegistration", prepareRegistration, { bytes }, contract, terms);
  return prepared.ok ? prepared.value : refuse("invalid_definition", TOO_SLOW);
}
