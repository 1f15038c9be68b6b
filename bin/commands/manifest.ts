import { tellSender } from "#lib/errors/tell-refusal.ts";
import { plainText } from "#lib/policy/plain-text.ts";
import { buildManifest, type ManifestSource } from "#lib/registry/manifest/build-manifest.ts";
import { hashManifest, renderManifest } from "#lib/registry/manifest/hash-manifest.ts";
import type { Manifest } from "#lib/registry/manifest/manifest.ts";
import { readManifest } from "#lib/registry/manifest/read-manifest.ts";
import { asAuditor, findAuditPlace } from "./audit-login.ts";
import { type Command, UsageError } from "./command.ts";
import { readSource } from "./manifest-files.ts";
import { parseArguments } from "./parse-flags.ts";

const EXIT_FAILURE = 3;
const SENTENCE_MAX = 400;

export const manifest: Command = {
  usage: `airlock manifest [--hash] [--from FILE…]

  Prints the permission manifest as RFC 8785 JSON, the bytes that its hash is made of; the hash goes to stderr. It lists the
  tools in force, read with the auditor's login.

  --from FILE…  TOOL.md files or definitions instead of the database
  --hash        prints the hash alone

  Exit 0: printed. 2: usage. 3: it failed, or a definition was refused.`,

  async run(args) {
    const { values, files } = parseArguments(args, {
      hash: { type: "boolean" },
      from: { type: "string", multiple: true },
    });
    if (values.from === undefined && files.length > 0) throw new UsageError("Files are named with --from.");
    const found = values.from === undefined ? await readHere() : await readFiles([...values.from, ...files]);
    if (!found) return EXIT_FAILURE;
    const hash = hashManifest(found);
    process.stdout.write(`${values.hash ? hash : renderManifest(found)}\n`);
    if (!values.hash) process.stderr.write(`${hash}\n`);
    return 0;
  },
};

async function readHere(): Promise<Manifest> {
  return await asAuditor(findAuditPlace(), readManifest);
}

/** Every file that is refused is named, not only the first. */
async function readFiles(files: readonly string[]): Promise<Manifest | undefined> {
  const sources: ManifestSource[] = [];
  for (const file of files) {
    const source = await readSource(file);
    if (source.ok) sources.push(source.value);
    else process.stderr.write(`${file}: ${plainText(tellSender(source), SENTENCE_MAX)}\n`);
  }
  const names = sources.map(({ contract }) => contract.name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new UsageError(`Two files define ${twice}.`);
  return sources.length === files.length ? buildManifest(sources) : undefined;
}
