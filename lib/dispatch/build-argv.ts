import { done, type Outcome, refuse } from "#lib/errors/outcome.ts";
import type { ToolContract } from "#lib/registry/contract.ts";

type CommandItem = Extract<ToolContract["runtime"], { kind: "command" }>["argv"][number];

/**
 * The arguments of a command tool: literals of the contract and values of the validated input, one argument each, never a
 * shell string. A value that begins with a dash could turn into an option, so it is refused unless a literal `--` stands before it.
 */
export function buildArgv(items: readonly CommandItem[], input: unknown): Outcome<string[]> {
  const argv: string[] = [];
  let optionsEnded = false;
  for (const item of items) {
    if (typeof item === "string") {
      optionsEnded ||= item === "--";
      argv.push(item);
      continue;
    }
    const value = atPointer(input, item.input);
    if (typeof value !== "string" && typeof value !== "number" && typeof value !== "boolean") {
      return refuse("invalid_input", `${item.input} is not a single value.`);
    }
    const text = String(value);
    if (text.includes("\0") || (text.startsWith("-") && !optionsEnded)) {
      return refuse("invalid_input", `${item.input} would be read as an option or cannot be an argument.`);
    }
    argv.push(text);
  }
  return done(argv);
}

function atPointer(value: unknown, pointer: string): unknown {
  let found = value;
  for (const part of pointer.split("/").slice(1)) {
    const key = part.replaceAll("~1", "/").replaceAll("~0", "~");
    if (typeof found !== "object" || found === null || !Object.hasOwn(found, key)) return undefined;
    found = (found as Record<string, unknown>)[key];
  }
  return found;
}
