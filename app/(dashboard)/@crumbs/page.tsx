import { Breadcrumbs } from "#components/shell/breadcrumbs.tsx";

export default function OverviewCrumbs() {
  return <Breadcrumbs crumbs={[{ label: "Overview" }]} />;
}
