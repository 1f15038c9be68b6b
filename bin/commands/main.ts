import { type Command, UsageError } from "./command.ts";

/** Loaded only when asked for: `clean` must not wait for a database driver. */
const COMMANDS: Record<string, () => Promise<Command>> = {
  doctor: async () => (await import("./doctor.ts")).doctor,
  clean: async () => (await import("./clean.ts")).clean,
  scan: async () => (await import("./scan.ts")).scan,
  "manifest diff": async () => (await import("./manifest-diff.ts")).manifestDiff,
  manifest: async () => (await import("./manifest.ts")).manifest,
  mcp: async () => (await import("./mcp.ts")).mcp,
  register: async () => (await import("./register.ts")).register,
  "sandbox run": async () => (await import("./sandbox-run.ts")).sandboxRun,
  "audit verify": async () => (await import("./audit-verify.ts")).auditVerify,
  "audit export": async () => (await import("./audit-export.ts")).auditExport,
  "policy rehearse": async () => (await import("./policy-rehearse.ts")).policyRehearse,
  "policy check": async () => (await import("./policy-check.ts")).policyCheck,
  "policy diff": async () => (await import("./policy-diff.ts")).policyDiff,
  "policy export": async () => (await import("./policy-export.ts")).policyExport,
  completion: async () => (await import("./completion.ts")).completionOf(COMMANDS),
};

const EXIT_USAGE = 2;
const EXIT_FAILURE = 3;

async function main(args: readonly string[]): Promise<number> {
  const name = Object.keys(COMMANDS).find((known) => known.split(" ").every((word, i) => args[i] === word));
  const load = name === undefined ? undefined : COMMANDS[name];
  if (!name || !load) {
    const asked = args.length === 0 || args[0] === "--help" || args[0] === "-h" || args[0] === "help";
    (asked ? process.stdout : process.stderr).write(
      await listCommands(asked ? "" : `There is no command '${args[0]}'.\n\n`),
    );
    return asked ? 0 : EXIT_USAGE;
  }
  const command = await load();
  const rest = args.slice(name.split(" ").length);
  if (rest[0] === "--help" || rest[0] === "-h") {
    process.stdout.write(`${command.usage}\n`);
    return 0;
  }
  try {
    return await command.run(rest);
  } catch (error) {
    if (error instanceof UsageError) {
      process.stderr.write(`${error.message}\n\n${command.usage}\n`);
      return EXIT_USAGE;
    }
    throw error;
  }
}

async function listCommands(before: string): Promise<string> {
  const lines = await Promise.all(
    Object.entries(COMMANDS).map(async ([name, load]) => `  ${name.padEnd(15)} ${(await load()).summary}`),
  );
  return `${before}airlock <command>\n\n${lines.join("\n")}\n\nairlock <command> --help says more.\n`;
}

// Node ends with 1 on an error that nobody caught, which would be taken for a verdict.
process.once("uncaughtException", (error) => {
  process.stderr.write(`${error.message}\n`);
  process.exit(EXIT_FAILURE);
});

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = EXIT_FAILURE;
}
