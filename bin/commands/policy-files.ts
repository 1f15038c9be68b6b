import type { Refusal } from "#lib/errors/outcome.ts";
import { tellSender } from "#lib/errors/tell-refusal.ts";
import type { LocatedProblem } from "#lib/policy/document/policy-problem.ts";
import { plainText } from "#lib/policy/plain-text.ts";
import { UsageError } from "./command.ts";
import { readNamedFile } from "./manifest-files.ts";

/** The one file that a command of the policy takes; `-` is stdin. */
export async function readPolicyFile(files: readonly string[]): Promise<{ file: string; text: string }> {
  const [file, ...more] = files;
  if (file === undefined || more.length > 0) throw new UsageError("Name one policy document.");
  return { file, text: new TextDecoder().decode(await readNamedFile(file)) };
}

/** Each line that is wrong as compilers write it: file, line, column, what. */
export function problemLines(file: string, refusal: Refusal): string[] {
  const errors = refusal.details?.errors as readonly LocatedProblem[] | undefined;
  if (!errors) return [`${file}: ${plainText(tellSender(refusal), 400)}`];
  return errors.map((problem) => problemLine(file, problem));
}

export function problemLine(file: string, { line, column, message }: LocatedProblem): string {
  return `${file}:${line}:${column}: ${plainText(message, 400)}`;
}
