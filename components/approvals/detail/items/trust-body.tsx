import Link from "next/link";
import { KeyValues } from "#components/ui/key-values.tsx";
import { Section } from "#components/ui/section.tsx";
import { UntrustedBlock } from "#components/untrusted/untrusted-block.tsx";
import { VisibleText } from "#components/untrusted/visible-text.tsx";
import type { TrustItem } from "#lib/approvals/items/other-item.ts";

/** Whom, in what, from where to where, on whose word and on what evidence. */
export function TrustBody({ item }: { item: TrustItem }) {
  return (
    <>
      <KeyValues
        items={[
          {
            key: "agent",
            value: (
              <>
                <Link href={`/agents/${item.agent.name}`} className="text-accent underline">
                  {item.agent.name}
                </Link>
                , declared {item.agent.accessLevel}, owned by {item.agent.owner}
              </>
            ),
          },
          { key: "in", value: item.category === "all" ? "everything" : item.category },
          {
            key: "trust",
            value: (
              <b className="font-semibold">
                {item.from ?? "as declared"} → {item.to}
              </b>
            ),
          },
          { key: "asked by", value: item.proposedBy ?? "the evaluator" },
          { key: "reason", value: <VisibleText text={item.reason} /> },
        ]}
      />
      <Section title="Evidence">
        {item.evidence ? (
          <UntrustedBlock>
            <p className="px-3 py-2">
              <VisibleText text={item.evidence} />
            </p>
          </UntrustedBlock>
        ) : (
          <p className="text-ink-2">None was given beside the reason.</p>
        )}
      </Section>
    </>
  );
}
