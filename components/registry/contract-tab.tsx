import { Hash } from "#components/ui/hash.tsx";
import { KeyValues } from "#components/ui/key-values.tsx";
import { Section } from "#components/ui/section.tsx";
import { UntrustedBlock } from "#components/untrusted/untrusted-block.tsx";
import { VisibleText } from "#components/untrusted/visible-text.tsx";
import type { ToolVersionDetail } from "#lib/registry/queries/read-tool.ts";

/** The contract as it was reviewed: what a model reads, what goes in and out, and the hash of every part. */
export function ContractTab({
  version,
  before,
}: {
  version: ToolVersionDetail;
  before: ToolVersionDetail | undefined;
}) {
  const { contract } = version;
  return (
    <>
      <Section title="Description" note="read by models; written by the author">
        <UntrustedBlock>
          <p className="px-3 py-2">
            <VisibleText text={contract.description} />
          </p>
        </UntrustedBlock>
      </Section>
      <div className="mt-5 grid gap-5 xl:grid-cols-2 [&>section]:mt-0">
        <Section title="Input schema">
          <Json value={contract.inputSchema} />
        </Section>
        <Section title="Output schema">
          <Json value={contract.outputSchema} />
        </Section>
      </div>
      <Section title="Parts" note={before ? `hashes, compared with v${before.number}` : "the hash of each"}>
        <PartHashes version={version} before={before} />
      </Section>
      <Section title="Behaviour">
        <KeyValues
          items={[
            { key: "effect line", value: <VisibleText text={contract.effect ?? "none declared"} /> },
            {
              key: "runs as",
              value: contract.runtime.kind === "external" ? "external: no sandbox of ours" : contract.runtime.kind,
            },
            { key: "idempotency key", value: contract.idempotency },
            { key: "run twice", value: contract.idempotent ? "has one effect" : "may have two effects" },
            { key: "output is", value: contract.outputContent },
            { key: "definition", value: <Hash value={version.definitionHash} head={24} tail={8} /> },
          ]}
        />
      </Section>
    </>
  );
}

/** What a model or the kernel acts on comes first. */
const FIRST = ["description", "inputSchema", "outputSchema", "policy", "runtime", "gate", "constraints", "effect"];

function PartHashes({ version, before }: { version: ToolVersionDetail; before: ToolVersionDetail | undefined }) {
  const rank = (part: string) => (FIRST.includes(part) ? FIRST.indexOf(part) : FIRST.length);
  const parts = Object.entries(version.partHashes).sort(([a], [b]) => rank(a) - rank(b) || a.localeCompare(b));
  return (
    <ul className="grid gap-x-6 rounded-md border bg-panel px-3 py-1.5 md:grid-cols-2 xl:grid-cols-3">
      {parts.map(([part, hash]) => (
        <li key={part} className="flex h-7 items-center gap-2">
          <span className="w-28 shrink-0 truncate text-ink-2">{words(part)}</span>
          <Hash value={hash} head={6} />
          {before && <span className="ml-auto text-sm">{change(before.partHashes[part], hash)}</span>}
        </li>
      ))}
    </ul>
  );
}

/** `inputSchema` → `input schema`. */
function words(part: string): string {
  return part.replaceAll(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`);
}

function change(was: string | undefined, is: string) {
  if (was === undefined) return <span className="font-medium text-medium">new</span>;
  return was === is ? (
    <span className="text-ink-2">unchanged</span>
  ) : (
    <span className="font-medium text-dual">≠ changed</span>
  );
}

export function Json({ value }: { value: unknown }) {
  return (
    <UntrustedBlock>
      <div className="max-h-96 overflow-auto px-3 py-2">
        <VisibleText text={JSON.stringify(value, null, 2)} />
      </div>
    </UntrustedBlock>
  );
}
