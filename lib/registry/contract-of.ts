import { z } from "zod";
import type { Outcome } from "#lib/errors/outcome.ts";
import { completeContract } from "./complete-contract.ts";
import type { ToolContract } from "./contract.ts";
import { asWritten, type FieldProblem, type ReadDeclaration, readDeclaration, refuseFields } from "./declaration.ts";
import type { ReadDefinition } from "./read-definition.ts";
import { refuseLine } from "./tool-md/read-tool-md.ts";

/** A definition that was read, as a contract. `codeHash`: of the bundle that came with it, or was made of its file. */
export function contractOf(read: ReadDefinition, codeHash?: string): Outcome<ToolContract> {
  return withLines(read, contractFrom(read, codeHash));
}

/** The file of code that a definition points to, for whoever reads it from a folder. */
export function codeFileOf(read: ReadDefinition): Outcome<string | undefined> {
  const declared = readDeclaration(read.definition);
  if (!declared.ok) return withLines(read, declared);
  const { runs } = declared.value;
  return { ok: true, value: runs?.kind === "code" ? runs.file : undefined };
}

function contractFrom({ definition }: ReadDefinition, codeHash: string | undefined): Outcome<ToolContract> {
  const declared = readDeclaration(definition);
  if (!declared.ok) return declared;
  const runtime = runtimeOf(declared.value, codeHash);
  return "message" in runtime ? refuseFields([runtime]) : completeContract(declared.value, runtime);
}

function runtimeOf({ runs }: ReadDeclaration, codeHash: string | undefined): ToolContract["runtime"] | FieldProblem {
  if (runs?.kind === "mcp") {
    return { pointer: "/runtime", message: "A tool of an MCP server is imported where that server is connected." };
  }
  if (runs && runs.kind !== "code") return runs;
  if (codeHash !== undefined) return { kind: "bundle", sha256: codeHash };
  if (runs) return { pointer: "/execute", message: "The code of this tool did not come with it." };
  return { pointer: "/runtime", message: "Say how it runs: execute (a file), command, external, or runtime." };
}

/** The same answer; a refusal of a TOOL.md's fields says which line each of them is on. One of its code has lines already. */
export function withLines<T>({ definition, lineOf }: ReadDefinition, outcome: Outcome<T>): Outcome<T> {
  if (outcome.ok || !lineOf) return outcome;
  const problems = problemsSchema.safeParse(outcome.details?.errors);
  const [first, ...rest] = problems.data ?? [];
  if (!first) return outcome;
  const placeOf = ({ pointer }: FieldProblem): number => lineOf(asWritten(pointer, definition));
  const errors = [first, ...rest].map((problem) => ({ ...problem, line: placeOf(problem) }));
  return {
    ...refuseLine(placeOf(first), `${first.pointer.slice(1) || "TOOL.md"}: ${first.message}`),
    details: { errors },
  };
}

const problemsSchema = z.array(z.object({ pointer: z.string(), message: z.string() }));
