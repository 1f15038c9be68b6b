import { Section } from "#components/ui/section.tsx";
import { UntrustedBlock } from "#components/untrusted/untrusted-block.tsx";
import { VisibleText } from "#components/untrusted/visible-text.tsx";

/** The agent's own words: last, closed, plain, and marked as what they are. They are in no digest and prove nothing. */
export function AgentClaim({ text }: { text: string }) {
  return (
    <Section title="What the agent says" note="claimed, not verified">
      <details>
        <summary className="cursor-pointer text-ink-2 hover:text-ink">
          {text.length.toLocaleString("en-GB")} characters in its own words
        </summary>
        <UntrustedBlock className="mt-1.5">
          <p className="px-3 py-2">
            <VisibleText text={text} />
          </p>
        </UntrustedBlock>
      </details>
    </Section>
  );
}
