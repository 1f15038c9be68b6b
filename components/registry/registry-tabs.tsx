import { TabNav } from "#components/ui/tab-nav.tsx";

/** No tool can be named by a question mark: the list of reviews never stands in front of a tool's page. */
const TABS = [
  { id: "tools", label: "Tools", href: "/registry" },
  { id: "reviews", label: "Reviews", href: "/registry?view=reviews" },
  { id: "shelf", label: "Shelf", href: "/registry?view=shelf" },
  { id: "servers", label: "MCP servers", href: "/servers" },
] as const;

export function RegistryTabs({ current }: { current: (typeof TABS)[number]["id"] }) {
  return <TabNav label="Parts of the registry" tabs={TABS} current={current} />;
}
