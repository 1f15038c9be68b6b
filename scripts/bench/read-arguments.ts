import { parseArgs } from "node:util";

export interface BenchArguments {
  readonly names: readonly string[];
  readonly json: boolean;
  readonly help: boolean;
  /** Which metrics; absent: all. */
  readonly only?: readonly string[];
}

/**
 * `npm run bench [name…] [--json] [--only metric,…]`. npm keeps a flag that comes before `--` for itself and only says so in the environment:
 * who forgot the two dashes gets what they asked for all the same.
 */
export function readArguments(
  args: readonly string[],
  known: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): BenchArguments | { readonly fault: string } {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { json: { type: "boolean" }, only: { type: "string" }, help: { type: "boolean", short: "h" } },
      allowPositionals: true,
      strict: true,
    });
    const stranger = positionals.find((name) => !known.includes(name));
    if (stranger !== undefined) return { fault: `There is no bench '${stranger}'. There is: ${known.join(", ")}.` };
    return {
      names: positionals.length > 0 ? positionals : known,
      json: values.json ?? environment.npm_config_json === "true",
      help: values.help ?? false,
      ...(values.only === undefined ? {} : { only: values.only.split(",") }),
    };
  } catch (error) {
    return { fault: (error as Error).message };
  }
}
