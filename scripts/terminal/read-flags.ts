import { type ParseArgsConfig, parseArgs } from "node:util";

type Options = NonNullable<ParseArgsConfig["options"]>;

/** The flags of a command. `--help` shows its usage and ends; anything unknown is a usage error: exit 2. */
export function readFlags<const Given extends Options>(usage: string, options: Given) {
  try {
    const { values } = parseArgs({ options: { ...options, help: { type: "boolean", short: "h" } }, strict: true });
    if (!("help" in values && values.help)) return values;
    process.stdout.write(`${usage}\n`);
    return process.exit(0);
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n\n${usage}\n`);
    return process.exit(2);
  }
}
