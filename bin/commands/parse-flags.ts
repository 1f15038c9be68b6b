import { type ParseArgsConfig, parseArgs } from "node:util";
import { UsageError } from "./command.ts";

/** The flags of a command, and what stands behind `--`. Anything unknown is a usage error. */
export function parseFlags<const Options extends NonNullable<ParseArgsConfig["options"]>>(
  args: readonly string[],
  options: Options,
) {
  const cut = args.indexOf("--");
  const own = cut === -1 ? args : args.slice(0, cut);
  try {
    const { values } = parseArgs({ args: [...own], options, strict: true });
    return { values, rest: cut === -1 ? [] : args.slice(cut + 1) };
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

/** Flags and the files between them; `-` is one of those. */
export function parseArguments<const Options extends NonNullable<ParseArgsConfig["options"]>>(
  args: readonly string[],
  options: Options,
) {
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, strict: true, allowPositionals: true });
    return { values, files: positionals };
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}
