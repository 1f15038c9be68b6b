import "server-only";
import { openProver, type Prover } from "#lib/sessions/open-prover.ts";

/** The dashboard's one prover, on the global object: pages and routes are bundled apart, and each would have lines of its own. */
const held = globalThis as typeof globalThis & { airlockProver?: Prover };

export function prover(): Prover {
  held.airlockProver ??= openProver();
  return held.airlockProver;
}
