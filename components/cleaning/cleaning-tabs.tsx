import { TabNav } from "#components/ui/tab-nav.tsx";

const TABS = [
  { id: "try", label: "Try the cleaner", href: "/cleaning" },
  { id: "scorecard", label: "Scorecard", href: "/cleaning/scorecard" },
] as const;

export function CleaningTabs({ current }: { current: (typeof TABS)[number]["id"] }) {
  return <TabNav label="Parts of cleaning" tabs={TABS} current={current} />;
}
