import { FindingList } from "#components/findings/finding-list.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { ScrollRegion } from "#components/ui/scroll-region.tsx";
import { Section } from "#components/ui/section.tsx";
import { UntrustedBlock } from "#components/untrusted/untrusted-block.tsx";
import { VisibleText } from "#components/untrusted/visible-text.tsx";
import type { StoredListing } from "#lib/registry/servers/queries/read-listing.ts";

/** What the server would tell a model about itself. No agent is ever given it. */
export function InstructionsTab({ listing }: { listing: StoredListing | undefined }) {
  if (!listing?.instructions) {
    return <EmptyState title="No instructions">The server says nothing about itself beyond its tools.</EmptyState>;
  }
  const { instructions, instructionsFindings } = listing;
  return (
    <>
      <div className="mb-4">
        <Callout title={<b className="font-semibold">Agents do not get this text.</b>}>
          It is kept because a server that tries to steer here will try elsewhere, and because when it changes, the
          server has changed.
        </Callout>
      </div>
      {instructionsFindings.length > 0 && (
        <Section title={`Findings ${instructionsFindings.length}`}>
          <FindingList findings={instructionsFindings} />
        </Section>
      )}
      <Section title="Instructions" note={`${instructions.length.toLocaleString("en-GB")} characters`}>
        <UntrustedBlock>
          <ScrollRegion label="Instructions" className="max-h-[60vh] overflow-auto px-3 py-2">
            <VisibleText
              text={instructions}
              spans={instructionsFindings.map(({ start, end, rule, severity }) => ({
                start,
                end,
                title: `${severity}: ${rule}`,
              }))}
            />
          </ScrollRegion>
        </UntrustedBlock>
      </Section>
    </>
  );
}
