import type { ReactNode } from "react";
import { PageTitle } from "#components/ui/page.tsx";
import { TabNav } from "#components/ui/tab-nav.tsx";

const TABS = [
  { id: "matrix", label: "Agents", href: "/trust" },
  { id: "what-if", label: "What if", href: "/trust/what-if" },
] as const;

/** The head of each page about trust. */
export function TrustTitle({ current, action }: { current: (typeof TABS)[number]["id"]; action?: ReactNode }) {
  return (
    <>
      <PageTitle
        title="Trust"
        facts="How far each agent is trusted within the level that was declared for it. Trust takes away and gives back; it never gives more than the ceiling."
        action={action}
      />
      <TabNav label="Parts of trust" current={current} tabs={TABS} />
    </>
  );
}
