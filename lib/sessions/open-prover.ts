import { done, type Outcome, refuse } from "#lib/errors/outcome.ts";
import { deriveProof, type ProofParameters } from "./derive-proof.ts";

/**
 * Whether the database knows who asks: by the word of a browser that the person has signed in from, by their session, or by a link that was made
 * for them. It orders a line and proves nothing.
 */
export type Asker = "known" | "unknown";

/** Derives a proof when it is its turn, or refuses where too many wait already. */
export type Prover = (asker: Asker, password: string, parameters: ProofParameters) => Promise<Outcome<Buffer>>;

/** Under a second of waiting, at 40 ms a proof. */
const MOST_IN_LINE = 16;

/**
 * Guards the cores and the memory of the process against whoever reaches the sign-in page: at most two proofs are derived at a time, one for each
 * of two lines. Whoever is unknown can fill only their own, so that a flood keeps nobody out who is known.
 */
export function openProver(derive = deriveProof): Prover {
  const lines = { known: openLine(), unknown: openLine() };
  return (asker, password, parameters) => lines[asker](() => derive(password, parameters));
}

function openLine() {
  let inLine = 0;
  let last: Promise<unknown> = Promise.resolve();
  return async (derive: () => Promise<Buffer>): Promise<Outcome<Buffer>> => {
    if (inLine >= MOST_IN_LINE) return refuse("too_many_attempts", "Many people are signing in at this moment.");
    inLine += 1;
    const own = last.then(derive).finally(() => {
      inLine -= 1;
    });
    last = own.catch(() => undefined);
    return done(await own);
  };
}
