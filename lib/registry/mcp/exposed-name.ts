import { createHash } from "node:crypto";
import { done, type Outcome, refuse } from "#lib/errors/outcome.ts";

const NAME_MAX = 64;
const SUFFIX_LENGTH = 6;
/** What clients of every kind accept in a name. */
const PLAIN = /^[A-Za-z0-9_-]+$/;
const PRINTABLE = /^[\x21-\x7e]+$/;

/**
 * The name under which a server's tool is offered: prefix, `_`, its own name. What is too long is cut and what cannot
 * stand in a name becomes `_`, and then the end of the name is a digest of the whole, so that no two names of a server
 * become one. Letters beyond ASCII are refused: an agent could not tell which of two look-alikes it calls.
 */
export function exposedName(prefix: string, upstream: string): Outcome<string> {
  if (!PRINTABLE.test(upstream)) {
    return refuse("invalid_definition", "A tool's name has only printable ASCII characters, and no blanks.");
  }
  const joined = `${prefix}_${upstream}`;
  if (PLAIN.test(joined) && joined.length <= NAME_MAX) return done(joined);
  const digest = createHash("sha256").update(upstream, "utf8").digest("hex").slice(0, SUFFIX_LENGTH);
  const fitting = joined.replaceAll(/[^A-Za-z0-9_-]/g, "_").slice(0, NAME_MAX - SUFFIX_LENGTH - 1);
  return done(`${fitting}_${digest}`);
}
