import { readFileSync, statSync } from "node:fs";
import { dirname, extname, resolve } from "node:path";
import { done, type Outcome, refuse } from "#lib/errors/outcome.ts";
import { tellSender } from "#lib/errors/tell-refusal.ts";
import { type Bundle, bundleFile } from "#lib/registry/bundle.ts";
import type { ToolContract } from "#lib/registry/contract.ts";
import { codeFileOf, contractOf, withLines } from "#lib/registry/contract-of.ts";
import { DEFINITION_LIMITS } from "#lib/registry/definition-limits.ts";
import { loadModule } from "#lib/registry/load-module.ts";
import { type PreparedRegistration, prepareRegistration } from "#lib/registry/prepare-registration.ts";
import { type ReadDefinition, readDefinition } from "#lib/registry/read-definition.ts";
import { resolveAuthoring } from "#lib/registry/resolve-authoring.ts";
import { type Command, UsageError } from "./command.ts";
import { parseArguments } from "./parse-flags.ts";
import { postDefinition, readGatewayAddress } from "./post-definition.ts";

const EXIT_REFUSED = 1;
const MODULES = new Set([".ts", ".mts", ".js", ".mjs"]);

/** A registration that passed our own checks, and what is sent for it. */
interface Ready {
  readonly prepared: PreparedRegistration;
  readonly body: Record<string, unknown>;
}

export const register: Command = {
  usage: `airlock register FILE [--dry-run]

  FILE is a TOOL.md (*.md), a definition (*.json), or a module that exports what tool({…}) gives back (*.ts, *.js), which is run.
  Everything is checked here first, so that a refusal names your own lines; then the gateway checks it again. Prints one line of
  JSON for each tool: its version, hashes, findings, and the page on which reviewers decide. Exit 1 when one is refused.

  AIRLOCK_URL         the gateway, http://localhost:3001 if not set
  AIRLOCK_AUTHOR_KEY  your author key; operators and admins make one on the dashboard, under Settings → Author keys

  --dry-run  prints what would be registered and asks nobody. Whether the installation knows a custom action type, keeps the
             secrets that are needed, or has a tool of a similar name, only the gateway can say.`,

  async run(args) {
    const { values, files } = parseArguments(args, { "dry-run": { type: "boolean" } });
    const [file, ...more] = files;
    if (file === undefined || more.length > 0) throw new UsageError("Name one file.");
    const gateway = values["dry-run"] ? undefined : readGatewayAddress(process.env);
    const ready = await readFile(file);
    if (!ready.ok) return print({ ...ready, message: tellSender(ready) });
    let exit = 0;
    for (const { prepared, body } of ready.value) {
      exit = Math.max(exit, print(gateway ? await postDefinition(gateway, body) : done(described(prepared))));
    }
    return exit;
  },
};

/** A refusal of the gateway comes with its advice. */
function print(outcome: Outcome<unknown>): number {
  if (outcome.ok) process.stdout.write(`${JSON.stringify(outcome.value)}\n`);
  else {
    const { code, message, details } = outcome;
    process.stdout.write(`${JSON.stringify({ error: { code, message, details: details ?? {} } })}\n`);
    process.stderr.write(`${message}\n`);
  }
  return outcome.ok ? 0 : EXIT_REFUSED;
}

function described({
  contract,
  definitionHash,
  bodyHash,
  partHashes,
  verdict,
  findings,
}: PreparedRegistration): object {
  return {
    tool: contract.name,
    definitionHash,
    descriptionHash: partHashes.description,
    bodyHash,
    verdict,
    findings,
    contract,
  };
}

async function readFile(file: string): Promise<Outcome<Ready[]>> {
  const size = statSync(file, { throwIfNoEntry: false })?.size;
  if (size === undefined) throw new UsageError(`There is no file ${file}.`);
  if (MODULES.has(extname(file))) return readModule(file);
  if (size > DEFINITION_LIMITS.maxBytes) {
    return refuse(
      "input_too_large",
      `A definition has at most ${DEFINITION_LIMITS.maxBytes} bytes; ${file} has ${size}.`,
    );
  }
  const bytes = readFileSync(file);
  const read = readDefinition(bytes, extname(file) === ".md" ? "tool_md" : undefined);
  return read.ok ? readWritten(file, read.value, bytes.toString("utf8")) : read;
}

async function readWritten(file: string, read: ReadDefinition, text: string): Promise<Outcome<Ready[]>> {
  const code = codeFileOf(read);
  if (!code.ok) return code;
  const bundle = code.value === undefined ? undefined : await bundleFile(resolve(dirname(file), code.value));
  if (bundle && !bundle.ok) return bundle;
  const contract = contractOf(read, bundle?.value.sha256);
  if (!contract.ok) return contract;
  const prepared = withLines(read, prepare(contract.value, bundle?.value));
  if (!prepared.ok) return prepared;
  const definition = read.form === "tool_md" ? { toolMd: text } : { definition: read.definition };
  return done([{ prepared: prepared.value, body: { ...definition, ...(bundle && { bundle: bundle.value.code }) } }]);
}

async function readModule(file: string): Promise<Outcome<Ready[]>> {
  resolveAuthoring();
  const loaded = await loadModule(file);
  if (!loaded.ok) return loaded;
  const ready: Ready[] = [];
  for (const { contract, bundle } of loaded.value) {
    const prepared = prepare(contract, bundle);
    if (!prepared.ok) return prepared;
    const body = { definition: contract, source: "sdk", ...(bundle && { bundle: bundle.code }) };
    ready.push({ prepared: prepared.value, body });
  }
  return done(ready);
}

function prepare(contract: ToolContract, bundle: Bundle | undefined): Outcome<PreparedRegistration> {
  const code = bundle && { bundle: bundle.code, sourceMap: bundle.sourceMap };
  // Which custom types exist is the gateway's to say.
  return prepareRegistration(contract, { neighbours: [], actionTypes: [contract.actionType], ...code });
}
