import Link from "next/link";
import { KeyValues } from "#components/ui/key-values.tsx";
import { Section } from "#components/ui/section.tsx";
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
          ...(item.ceilingTo
            ? [
                {
                  key: "ceiling",
                  value: `its declared level rises to ${item.ceilingTo} in the same decision${item.category === "all" ? "" : "; in other categories it acts as before"}`,
                },
              ]
            : []),
          { key: "asked by", value: item.proposedBy ?? "the evaluator" },
          { key: "reason", value: <VisibleText text={item.reason} /> },
        ]}
      />
      <Section title="Evidence" note="when it was asked">
        {item.evidence ? (
          <>
            <div className="grid gap-2 md:grid-cols-2">
              <KeyValues
                items={[
                  { key: "strategy", value: item.evidence.strategy.replaceAll("_", " ") },
                  { key: "score", value: <b className="figures font-semibold">{item.evidence.score.toFixed(2)}</b> },
                  ...item.evidence.parts.map(({ name, value, weight }) => ({
                    key: name.replaceAll("_", " "),
                    value: (
                      <span className="figures">
                        {value.toFixed(2)} × {weight}
                      </span>
                    ),
                  })),
                ]}
              />
              <KeyValues
                items={item.evidence.counts.map(({ name, count }) => ({
                  key: name,
                  value: <span className="figures">{count.toLocaleString("en-GB")}</span>,
                }))}
              />
            </div>
            <p className="mt-2">
              <Link href={`/agents/${item.agent.name}?tab=trust`} prefetch={false} className="text-accent underline">
                Its whole history
              </Link>
            </p>
          </>
        ) : (
          <p className="text-ink-2">None was given besides the reason.</p>
        )}
      </Section>
    </>
  );
}
