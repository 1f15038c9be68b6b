import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { buffer } from "node:stream/consumers";
import { done, type Outcome } from "#lib/errors/outcome.ts";
import { bundleFile } from "#lib/registry/bundle.ts";
import { type ToolContract, toolContractSchema } from "#lib/registry/contract.ts";
import { codeFileOf, contractOf } from "#lib/registry/contract-of.ts";
import { hashDefinition } from "#lib/registry/hash.ts";
import type { ManifestSource } from "#lib/registry/manifest/build-manifest.ts";
import { type ReadDefinition, readDefinition } from "#lib/registry/read-definition.ts";
import { UsageError } from "./command.ts";

/** What a TOOL.md, a definition or a whole contract in a file would be registered as. Code beside it is bundled for its hash. */
export async function readSource(file: string): Promise<Outcome<ManifestSource>> {
  const read = readDefinition(await readNamedFile(file));
  if (!read.ok) return read;
  const contract = await readContract(read.value, file);
  return contract.ok ? done({ contract: contract.value, definitionHash: hashDefinition(contract.value) }) : contract;
}

async function readContract(read: ReadDefinition, file: string): Promise<Outcome<ToolContract>> {
  // One that was exported whole has nothing left to fill in, and may be of an MCP server, which no author writes.
  const whole = toolContractSchema.safeParse(read.definition);
  if (whole.success) return done(whole.data);
  const code = codeFileOf(read);
  if (!code.ok) return code;
  if (code.value === undefined) return contractOf(read);
  const bundle = await bundleFile(join(dirname(file), code.value));
  return bundle.ok ? contractOf(read, bundle.value.sha256) : bundle;
}

/** A file that somebody named; `-` is stdin. */
export async function readNamedFile(file: string): Promise<Uint8Array> {
  try {
    return file === "-" ? await buffer(process.stdin) : readFileSync(file);
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${(error as Error).message}.`);
  }
}
