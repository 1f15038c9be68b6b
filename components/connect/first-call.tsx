import { Radio } from "lucide-react";
import { InvocationTable } from "#components/invocations/invocation-table.tsx";
import { RefreshOnChange } from "#components/live/refresh-on-change.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { Section } from "#components/ui/section.tsx";
import type { InvocationItem } from "#lib/invocations/list-invocations.ts";

/** The agent's newest calls, as they come; before the first one, that they are waited for. */
export function FirstCall({ calls }: { calls: readonly InvocationItem[] }) {
  return (
    <Section
      title="3. Watch it ask"
      note={calls.length > 0 ? "the newest first" : "the first call appears here by itself"}
    >
      <RefreshOnChange />
      {calls.length > 0 ? (
        <InvocationTable items={calls} without="agent" empty="" />
      ) : (
        <div className="rounded-md border bg-panel" role="status">
          <EmptyState icon={<Radio size={22} />} title="Waiting for the first call">
            Nothing has come from this agent yet. Paste the text, and look here.
          </EmptyState>
        </div>
      )}
    </Section>
  );
}
