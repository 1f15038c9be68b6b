import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { Relay } from "#lib/gateway/mcp/relay.ts";
import { isBearerKey } from "#lib/keys/bearer-key.ts";
import { type Command, UsageError } from "./command.ts";
import { parseFlags } from "./parse-flags.ts";
import { isInTheOpen } from "./post-definition.ts";

const DEFAULT_URL = "http://localhost:3001";
/** For answers to what was asked before standard input ended. */
const LAST_ANSWERS_MS = 5_000;

export const mcp: Command = {
  usage: `airlock mcp [--url URL] [--key KEY | --key-file FILE] [--session NAME] [--disclosure all|loaded]

  Passes MCP messages, one a line, between standard streams and the gateway. Only those go to stdout.

  --url         the gateway; AIRLOCK_URL, or ${DEFAULT_URL}, if not given
  --key         an agent's key; better in AIRLOCK_KEY or a file: other users of the machine can read a command line
  --key-file    a file that holds the key and nothing else
  --session     names this client's session, so that what it loaded is found again; otherwise each start has its own
  --disclosure  all: every tool is listed; loaded: those that were loaded. Otherwise it depends on how many there are`,

  async run(args) {
    const { values } = parseFlags(args, {
      url: { type: "string" },
      key: { type: "string" },
      "key-file": { type: "string" },
      session: { type: "string" },
      disclosure: { type: "string" },
    });
    const url = endpointOf(values.url ?? process.env.AIRLOCK_URL ?? DEFAULT_URL, values.disclosure);
    const key = readKey(values.key, values["key-file"]);
    const session = values.session ?? randomUUID();
    // It travels in a header, where another one would only ever look like a gateway that is away.
    if (!/^[\x20-\x7e]{1,200}$/.test(session) || session.trim() === "") {
      throw new UsageError("--session has 1 to 200 letters, digits or signs of ASCII.");
    }
    const relay = new Relay({ url, key, session, fetch, write: (line) => void process.stdout.write(`${line}\n`) });
    const lines = createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY });
    for await (const line of lines) if (line.trim() !== "") void relay.receive(line);
    await relay.finish(LAST_ANSWERS_MS);
    return 0;
  },
};

function endpointOf(address: string, disclosure: string | undefined): URL {
  if (!URL.canParse(address)) throw new UsageError("The gateway's URL is not an address.");
  const url = new URL("/mcp", address);
  if (isInTheOpen(url)) throw new UsageError("The gateway's URL is not https, and the key would travel in the open.");
  if (disclosure !== undefined && !["all", "loaded"].includes(disclosure)) {
    throw new UsageError("--disclosure is all or loaded.");
  }
  if (disclosure !== undefined) url.searchParams.set("disclosure", disclosure);
  return url;
}

/** Never said again, also not in an error. */
function readKey(given: string | undefined, file: string | undefined): string {
  if (given !== undefined && file !== undefined) throw new UsageError("Give --key or --key-file, not both.");
  const key = (file === undefined ? (given ?? process.env.AIRLOCK_KEY ?? "") : readKeyFile(file)).trim();
  if (!isBearerKey("alk", key)) {
    throw new UsageError(
      "There is no agent key: set AIRLOCK_KEY, or name a file with --key-file. An admin issues keys on the agent's page.",
    );
  }
  return key;
}

function readKeyFile(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    throw new UsageError("The key's file cannot be read.");
  }
}
