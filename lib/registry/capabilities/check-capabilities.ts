import { SourceMap, type SourceMapPayload } from "node:module";
import { parse } from "acorn";
import { done, type Outcome, refuse } from "#lib/errors/outcome.ts";
import { headOf } from "#lib/policy/plain-text.ts";
import type { ToolPolicy } from "#lib/policy/tool-policy.ts";
import { findUses } from "./find-uses.ts";
import { undeclared } from "./undeclared.ts";
import type { Use } from "./use.ts";

/**
 * Against a tool whose code does more than its policy says: reviewers read the policy. Using more than is declared is
 * refused with the line; declaring more than is used passes, for that is the review's business. The check is made on the
 * bundle, the very text that runs, so it is the same for every door.
 *
 * What it cannot see: a member looked up by a computed name on a value that is not itself a capability, and what an opened
 * file or socket is used for. The sandbox holds those; this check makes the declaration honest, it does not confine.
 */
export interface CapabilityProblem {
  /** The author's own file when there is a source map, `tool.mjs` (the bundle) otherwise. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly uses: string;
  readonly message: string;
}

const BUNDLE_FILE = "tool.mjs";
const PROBLEMS_MAX = 20;
/** Finding a line costs a look at all before it, so not every one of very many is looked up. */
const LOCATED_MAX = 200;

/** `sourceMap`: JSON of the bundle's map, if there is one. `secrets`: names of credentials that the contract asks for. */
export function checkCapabilities(
  code: string,
  policy: ToolPolicy,
  sourceMap?: string,
  secrets: readonly string[] = [],
): Outcome<void> {
  const uses = readUses(code);
  if (!uses.ok) return uses;
  const locate = locator(code, sourceMap);
  const problems = uses.value
    .flatMap((use) => {
      const message = undeclared(use, policy, secrets);
      return message === undefined ? [] : [{ at: use.at, uses: use.what, message }];
    })
    .slice(0, LOCATED_MAX)
    .map(({ at, uses, message }): CapabilityProblem => ({ ...locate(at), uses, message }));
  // Places of the author's come before what the bundler added around them.
  problems.sort((left, right) => Number(left.file === BUNDLE_FILE) - Number(right.file === BUNDLE_FILE));
  const [first] = problems;
  if (!first) return done(undefined);
  return refuse("undeclared_capability", `${first.file}:${first.line}: ${first.uses}: ${first.message}`, {
    errors: problems.slice(0, PROBLEMS_MAX),
  });
}

function readUses(code: string): Outcome<Use[]> {
  try {
    return done(findUses(parse(code, { ecmaVersion: "latest", sourceType: "module" })));
  } catch (error) {
    // A stack that is too deep is the author's nesting, not our failure.
    if (!(error instanceof SyntaxError) && !(error instanceof RangeError)) throw error;
    return refuse("invalid_definition", `The tool's code cannot be read as a module: ${headOf(error.message, 200)}.`);
  }
}

type Place = Pick<CapabilityProblem, "file" | "line" | "column">;

function locator(code: string, sourceMap: string | undefined): (offset: number) => Place {
  const map = sourceMap === undefined ? undefined : new SourceMap(JSON.parse(sourceMap) as SourceMapPayload);
  return (offset) => {
    const before = code.slice(0, offset);
    const line = before.split("\n").length - 1;
    const column = offset - (before.lastIndexOf("\n") + 1);
    const found = map?.findEntry(line, column);
    if (found && "originalSource" in found && found.originalSource) {
      return { file: found.originalSource, line: found.originalLine + 1, column: found.originalColumn + 1 };
    }
    return { file: BUNDLE_FILE, line: line + 1, column: column + 1 };
  };
}
