import { headOf } from "#lib/policy/plain-text.ts";
import { escapePointer } from "./canonical-json.ts";
import type { FieldProblem } from "./declaration.ts";
import { isExplosive } from "./patterns/is-explosive.ts";

const PATTERNS_MAX = 64;
const LENGTH_MAX = 512;

/** The regular expressions of a schema: few, short, and none that hangs an engine which goes back (ours does not). */
export function checkPatterns(schema: Readonly<Record<string, unknown>>): FieldProblem[] {
  const patterns = [...patternsIn(schema, "")];
  if (patterns.length > PATTERNS_MAX) {
    return [{ pointer: "", message: `A schema has at most ${PATTERNS_MAX} patterns.` }];
  }
  return patterns.flatMap(({ pointer, pattern }) => {
    if (pattern.length > LENGTH_MAX) return [{ pointer, message: `A pattern has at most ${LENGTH_MAX} characters.` }];
    if (!isExplosive(pattern)) return [];
    const message = `The pattern ${headOf(pattern, 80)} repeats what repeats already, which hangs many validators.`;
    return [{ pointer, message }];
  });
}

function* patternsIn(node: unknown, pointer: string): Generator<{ pointer: string; pattern: string }> {
  if (typeof node !== "object" || node === null) return;
  for (const [key, value] of Object.entries(node)) {
    const at = `${pointer}/${escapePointer(key)}`;
    if (key === "pattern" && typeof value === "string") yield { pointer: at, pattern: value };
    if (key === "patternProperties" && typeof value === "object" && value !== null) {
      for (const pattern of Object.keys(value)) yield { pointer: `${at}/${escapePointer(pattern)}`, pattern };
    }
    yield* patternsIn(value, at);
  }
}
