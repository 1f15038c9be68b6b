import { tellSender } from "#lib/errors/tell-refusal.ts";
import { plainText } from "#lib/policy/plain-text.ts";
import { diffManifests, type ManifestChange } from "#lib/registry/manifest/diff-manifests.ts";
import { hashManifest } from "#lib/registry/manifest/hash-manifest.ts";
import type { Manifest } from "#lib/registry/manifest/manifest.ts";
import { parseManifest } from "#lib/registry/manifest/parse-manifest.ts";
import { type Command, UsageError } from "./command.ts";
import { readNamedFile } from "./manifest-files.ts";
import { parseArguments } from "./parse-flags.ts";

const EXIT_WIDER = 1;
const EXIT_FAILURE = 3;
const SENTENCE_MAX = 400;

export const manifestDiff: Command = {
  usage: `airlock manifest diff BEFORE AFTER [--json] [--exact]

  Two files as 'airlock manifest' prints them; one of them may be '-' for stdin. What is not provably narrower is wider.

  Exit 0: nothing is wider. 1: something is. 2: usage. 3: a manifest cannot be read.

  --json   {"before", "after", "widenings", "changes": […]} with the hashes of both
  --exact  exit 1 for any difference, a moved definition hash among them: the first file is then a lock`,

  async run(args) {
    const { values, files } = parseArguments(args, { json: { type: "boolean" }, exact: { type: "boolean" } });
    const [first, second, ...more] = files;
    if (first === undefined || second === undefined || more.length > 0) throw new UsageError("Name two manifests.");
    if (first === "-" && second === "-") throw new UsageError("Only one of them can come from stdin.");
    const [before, after] = [await readFile(first), await readFile(second)];
    if (!before || !after) return EXIT_FAILURE;
    const changes = diffManifests(before, after);
    const widenings = changes.filter(({ widening }) => widening).length;
    const answer = { before: hashManifest(before), after: hashManifest(after), widenings, changes };
    process.stdout.write(values.json ? `${JSON.stringify(answer)}\n` : render(changes, widenings));
    return widenings > 0 || (values.exact && changes.length > 0) ? EXIT_WIDER : 0;
  },
};

async function readFile(file: string): Promise<Manifest | undefined> {
  const parsed = parseManifest(await readNamedFile(file));
  if (parsed.ok) return parsed.value;
  process.stderr.write(`${file}: ${plainText(tellSender(parsed), SENTENCE_MAX)}\n`);
  return undefined;
}

function render(changes: readonly ManifestChange[], widenings: number): string {
  const lines = changes
    .toSorted((left, right) => Number(right.widening) - Number(left.widening))
    .map(({ tool, code, widening, pointer, before, after, meaning }) => {
      const moved = [before, after].map((value) => (value === undefined ? "–" : show(value))).join(" → ");
      return `${widening ? "WIDER" : "     "}  ${tool}  ${code}\n       ${plainText(meaning, SENTENCE_MAX)}\n       ${plainText(pointer, SENTENCE_MAX) || "/"}: ${moved}`;
    });
  const total = `${changes.length} ${changes.length === 1 ? "difference" : "differences"}, ${widenings} wider`;
  return `${[...lines, total].join("\n")}\n`;
}

/** A pattern may hold anything: what does not show is written out, so that it cannot paint over the line. */
function show(value: unknown): string {
  return plainText(JSON.stringify(value), 160);
}
