import airlock from "#package.json" with { type: "json" };
import { type Entry, UsageError } from "./command.ts";

/** Loaded only when asked for: `clean` must not wait for a database driver, nor the list of commands for any of them. */
const COMMANDS: Record<string, Entry> = {
  doctor: {
    summary: "what this machine can isolate, proved by self-tests; database and keys",
    load: async () => (await import("./doctor.ts")).doctor,
  },
  clean: {
    summary: "cleans text as a tool's output is cleaned, and says what it found",
    load: async () => (await import("./clean.ts")).clean,
  },
  scan: {
    summary: "scans a tool's definition for what should not reach a model",
    load: async () => (await import("./scan.ts")).scan,
  },
  "manifest diff": {
    summary: "lists what the second manifest permits beyond the first; exit 1 if anything",
    load: async () => (await import("./manifest-diff.ts")).manifestDiff,
  },
  manifest: {
    summary: "prints what every tool may touch, as one document with a hash",
    load: async () => (await import("./manifest.ts")).manifest,
  },
  mcp: {
    summary: "speaks MCP over standard streams for clients that cannot reach the gateway's /mcp themselves",
    load: async () => (await import("./mcp.ts")).mcp,
  },
  register: {
    summary: "registers a TOOL.md, a definition in JSON, or a module that declares tools",
    load: async () => (await import("./register.ts")).register,
  },
  "sandbox run": {
    summary: "runs one command under a policy and prints the result as JSON",
    load: async () => (await import("./sandbox-run.ts")).sandboxRun,
  },
  "audit verify": {
    summary: "proves the log: every link, every signed checkpoint; names the first broken entry",
    load: async () => (await import("./audit-verify.ts")).auditVerify,
  },
  "audit export": {
    summary: "the log as JSONL that verifies offline, as CEF or as OCSF",
    load: async () => (await import("./audit-export.ts")).auditExport,
  },
  "policy rehearse": {
    summary: "what the last calls would have been decided to under a changed policy",
    load: async () => (await import("./policy-rehearse.ts")).policyRehearse,
  },
  "policy check": {
    summary: "says whether a policy document could be proposed, and each line that is wrong",
    load: async () => (await import("./policy-check.ts")).policyCheck,
  },
  "policy diff": {
    summary: "lists what a policy document changes against the one in force; exit 1 if it allows more",
    load: async () => (await import("./policy-diff.ts")).policyDiff,
  },
  "policy export": {
    summary: "prints the policy in force, or another version of it, as YAML",
    load: async () => (await import("./policy-export.ts")).policyExport,
  },
  completion: {
    summary: "prints what a shell needs to complete airlock's commands and flags",
    load: async () => (await import("./completion.ts")).completionOf(COMMANDS),
  },
};

const EXIT_USAGE = 2;
const EXIT_FAILURE = 3;
/** As of a program that a closed pipe ended: no verdict, and no failure of ours either. */
const EXIT_UNREAD = 141;

const HELP = ["--help", "-h", "help"];

async function main(args: readonly string[]): Promise<number> {
  const name = Object.keys(COMMANDS).find((known) => known.split(" ").every((word, i) => args[i] === word));
  const entry = name === undefined ? undefined : COMMANDS[name];
  if (!name || !entry) return explain(args);
  const command = await entry.load();
  const rest = args.slice(name.split(" ").length);
  // What stands behind `--` is somebody else's command, and its help its own.
  const own = rest.includes("--") ? rest.slice(0, rest.indexOf("--")) : rest;
  if (own.includes("--help") || own.includes("-h")) {
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
function explain([first = "help", second]: readonly string[]): number {
  if (first === "--version") {
    process.stdout.write(`${airlock.version}\n`);
    return 0;
  }
  const family = Object.keys(COMMANDS).filter((name) => name.startsWith(`${first} `));
  const asked = HELP.includes(first) || (family.length > 0 && HELP.includes(second ?? ""));
  const named = family.length > 0 && second !== undefined ? `${first} ${second}` : first;
  const before = asked ? "" : `There is no command '${named}'.\n\n`;
  const text = `${before}${listCommands(family.length > 0 ? family : Object.keys(COMMANDS))}`;
  (asked ? process.stdout : process.stderr).write(text);
  return asked ? 0 : EXIT_USAGE;
}

function listCommands(names: readonly string[]): string {
  const lines = names.map((name) => `  ${name.padEnd(15)} ${COMMANDS[name]?.summary}`);
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
