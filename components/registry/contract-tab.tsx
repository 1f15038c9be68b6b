import { Hash } from "#components/ui/hash.tsx";
import { KeyValues } from "#components/ui/key-values.tsx";
import { Section } from "#components/ui/section.tsx";
import { UntrustedBlock } from "#components/untrusted/untrusted-block.tsx";
import { VisibleText } from "#components/untrusted/visible-text.tsx";
import type { ToolContract } from "#lib/registry/contract.ts";
import type { ToolDetail } from "#lib/registry/queries/read-tool.ts";
import type { ToolVersionDetail } from "#lib/registry/queries/read-version.ts";
import { byWeight, partWords } from "./changes/part-words.ts";
import { DisclosedParts } from "./disclosed-parts.tsx";
import { Json } from "./json-block.tsx";
import { RegistryRow } from "./registry-row.tsx";

interface ContractTabProps {
  tool: ToolDetail;
  version: ToolVersionDetail;
  against: ToolVersionDetail | undefined;
  /** Somebody is asked about this version, so nothing of it is folded away. */
  whole: boolean;
}

/** The contract as it was hashed: what a model reads, what goes in and out, what the registry made of it, the hash of every part. */
export function ContractTab({ tool, version, against, whole }: ContractTabProps) {
  const { contract } = version;
  const descriptionHash = version.partHashes.description;
  return (
    <>
      <Section
        title="Description"
        note="read by models; written by the author"
        action={
          descriptionHash && (
            <span className="flex items-center gap-1.5 text-sm text-ink-2">
              <code className="text-xs">description_hash</code> <Hash value={descriptionHash} />
            </span>
          )
        }
      >
        <UntrustedBlock>
          <p className="px-3 py-2">
            <VisibleText text={contract.description} />
          </p>
        </UntrustedBlock>
      </Section>
      <div className="mt-5 grid gap-5 xl:grid-cols-2 [&>section]:mt-0">
        <Section title="Input schema">
          <Json value={contract.inputSchema} whole={whole} />
        </Section>
        <Section title="Output schema">
          <Json value={contract.outputSchema} whole={whole} />
        </Section>
        <Section title="The registry's row" note="what the database decides by">
          <RegistryRow tool={tool} />
        </Section>
        <Section title="Behaviour">
          <Behaviour contract={contract} />
        </Section>
      </div>
      <DisclosedParts contract={contract} whole={whole} />
      <Section
        title="Hashes"
        note={against ? `compared with v${against.number}` : "one for the whole contract, one for each part"}
      >
        <PartHashes version={version} against={against} />
      </Section>
    </>
  );
}

function Behaviour({ contract }: { contract: ToolContract }) {
  return (
    <KeyValues
      items={[
        ...(contract.title ? [{ key: "title", value: <VisibleText text={contract.title} /> }] : []),
        ...(contract.summary ? [{ key: "summary", value: <VisibleText text={contract.summary} /> }] : []),
        { key: "effect line", value: <VisibleText text={contract.effect ?? "none declared"} /> },
        { key: "runs as", value: <Runtime runtime={contract.runtime} /> },
        { key: "idempotency key", value: contract.idempotency },
        { key: "run twice", value: contract.idempotent ? "has one effect" : "may have two effects" },
        { key: "output is", value: contract.outputContent },
        ...(contract.cleaning ? [{ key: "cleaned by", value: wordsOfCleaning(contract.cleaning) }] : []),
        ...(contract.maxCost === undefined ? [] : [{ key: "maximum cost", value: String(contract.maxCost) }]),
        ...(contract.settings ? [{ key: "settings", value: <Json value={contract.settings} /> }] : []),
        ...(contract.costTier ? [{ key: "cost tier", value: contract.costTier }] : []),
      ]}
    />
  );
}

function wordsOfCleaning({ steps = {}, maxLength, markers }: NonNullable<ToolContract["cleaning"]>): string {
  return [
    ...Object.entries(steps).map(([step, treatment]) => `${step} ${treatment}`),
    ...(maxLength ? [`at most ${maxLength} characters`] : []),
    ...(markers ? [`markers ${markers}`] : []),
  ].join(", ");
}

function Runtime({ runtime }: { runtime: ToolContract["runtime"] }) {
  switch (runtime.kind) {
    case "external":
      return <b className="font-semibold text-high">external: the agent's own runtime, no sandbox of ours</b>;
    case "platform":
      return (
        <>
          <code className="text-xs">{runtime.operation}</code> of Airlock's own database, no code
        </>
      );
    case "bundle":
      return (
        <>
          bundled code <Hash value={runtime.sha256} />
        </>
      );
    case "command":
      return (
        <code className="text-xs">
          <VisibleText
            text={runtime.argv.map((item) => (typeof item === "string" ? item : `{${item.input}}`)).join(" ")}
          />
        </code>
      );
    case "mcp":
      return (
        <>
          <code className="text-xs">
            <VisibleText text={runtime.tool} />
          </code>{" "}
          of an MCP server
        </>
      );
  }
}

function PartHashes({ version, against }: { version: ToolVersionDetail; against: ToolVersionDetail | undefined }) {
  const parts = Object.entries(version.partHashes).sort(([a], [b]) => byWeight(a, b));
  return (
    <div className="rounded-md border bg-panel">
      <div className="grid gap-x-6 gap-y-1 border-b px-3 py-2 md:grid-cols-2">
        <HashLine name="definition_hash" value={version.definitionHash} />
        <HashLine name="body_hash" value={version.bodyHash} />
      </div>
      <ul className="grid gap-x-6 px-3 py-1.5 md:grid-cols-2 xl:grid-cols-3">
        {parts.map(([part, hash]) => (
          <li key={part} className="flex h-7 items-center gap-2">
            <span className="w-28 shrink-0 truncate text-ink-2">{partWords(part)}</span>
            <Hash value={hash} head={6} />
            {against && <span className="ml-auto text-sm">{change(against.partHashes[part], hash)}</span>}
          </li>
        ))}
      </ul>
    </div>
  );
}

function HashLine({ name, value }: { name: string; value: string }) {
  return (
    <span className="flex min-w-0 items-center gap-2">
      <code className="shrink-0 text-xs text-ink-2">{name}</code>
      <Hash value={value} head={20} tail={6} />
    </span>
  );
}

function change(was: string | undefined, is: string) {
  if (was === undefined) return <span className="font-medium text-medium">new</span>;
  return was === is ? (
    <span className="text-ink-2">unchanged</span>
  ) : (
    <span className="font-medium text-dual">≠ changed</span>
  );
}
