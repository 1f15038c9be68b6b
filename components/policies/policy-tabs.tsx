import { TabNav } from "#components/ui/tab-nav.tsx";

const TABS = [
  { id: "overview", label: "Overview", href: "/policies" },
  { id: "levels", label: "Levels", href: "/policies/levels" },
  { id: "profiles", label: "Profiles", href: "/policies/profiles" },
  { id: "versions", label: "Versions", href: "/policies/versions" },
  { id: "rehearsal", label: "Rehearsal", href: "/policies/rehearsal" },
] as const;

/** The parts of the policy, the same on each of its pages. */
export function PolicyTabs({ current }: { current: (typeof TABS)[number]["id"] }) {
  return <TabNav label="Parts of the policy" current={current} tabs={TABS} />;
}
