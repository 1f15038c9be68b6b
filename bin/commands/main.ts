import airlock from "#package.json" with { type: "json" };
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
/** As of a program that a closed pipe ended: no verdict, and no failure of ours either. */
const EXIT_UNREAD = 141;

const HELP = ["--help", "-h", "help"];

async function main(args: readonly string[]): Promise<number> {
  const name = Object.keys(COMMANDS).find((known) => known.split(" ").every((word, i) => args[i] === word));
  const load = name === undefined ? undefined : COMMANDS[name];
  if (!name || !load) return explain(args);
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

/** What there is, where no command was named, or only the first word of some. */
async function explain([first = "help", second]: readonly string[]): Promise<number> {
  if (first === "--version") {
    process.stdout.write(`${airlock.version}\n`);
    return 0;
  }
  const family = Object.keys(COMMANDS).filter((name) => name.startsWith(`${first} `));
  const asked = HELP.includes(first) || (family.length > 0 && HELP.includes(second ?? ""));
  const named = family.length > 0 && second !== undefined ? `${first} ${second}` : first;
  const before = asked ? "" : `There is no command '${named}'.\n\n`;
  const text = `${before}${await listCommands(family.length > 0 ? family : Object.keys(COMMANDS))}`;
  (asked ? process.stdout : process.stderr).write(text);
  return asked ? 0 : EXIT_USAGE;
}

async function listCommands(names: readonly string[]): Promise<string> {
  const lines = await Promise.all(
    names.map(async (name) => `  ${name.padEnd(15)} ${(await COMMANDS[name]?.())?.summary}`),
  );
  return `airlock <command>\n\n${lines.join("\n")}\n\nairlock <command> --help says more.\n`;
}

process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  // Whoever writes by a stream of its own hears of it there.
  if (process.stdout.listenerCount("error") > 1) return;
  // Whoever reads no further has seen enough, as `head` has.
  if (error.code === "EPIPE") process.exit(EXIT_UNREAD);
  throw error;
});

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
