import { Hash } from "#components/ui/hash.tsx";
import { KeyValues } from "#components/ui/key-values.tsx";
import { Section } from "#components/ui/section.tsx";
import { Cell, Head, HeadCell, Row, Table } from "#components/ui/table.tsx";
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
      <Section title="Parts" note={before ? `hashes, compared with v${before.number}` : "hashes"}>
        <Table label="Part hashes">
          <Head>
            <HeadCell>Part</HeadCell>
            <HeadCell>Hash</HeadCell>
            {before && <HeadCell>Since v{before.number}</HeadCell>}
          </Head>
          <tbody>
            {Object.entries(version.partHashes).map(([part, hash]) => (
              <Row key={part}>
                <Cell>{part}</Cell>
                <Cell>
                  <Hash value={hash} head={12} />
                </Cell>
                {before && <Cell>{change(before.partHashes[part], hash)}</Cell>}
              </Row>
            ))}
          </tbody>
        </Table>
      </Section>
      <div className="mt-5 grid gap-5 xl:grid-cols-2 [&>section]:mt-0">
        <Section title="Input schema">
          <Json value={contract.inputSchema} />
        </Section>
        <Section title="Output schema">
          <Json value={contract.outputSchema} />
        </Section>
      </div>
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
