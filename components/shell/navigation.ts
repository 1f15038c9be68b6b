import {
  Activity,
  BookOpen,
  Bot,
  Cable,
  ChartColumn,
  Eraser,
  FlaskConical,
  Gauge,
  GitCompareArrows,
  Home,
  Inbox,
  ListChecks,
  type LucideIcon,
  Pencil,
  Plug,
  Scale,
  ScrollText,
  Settings,
  ShieldCheck,
  SlidersHorizontal,
  SquareStack,
  Telescope,
  Wrench,
} from "lucide-react";

interface Page {
  readonly href: string;
  readonly label: string;
  readonly icon: LucideIcon;
}

export interface Place extends Page {
  /** Pages of it that have an address of their own. */
  readonly parts?: readonly Page[];
  /** On a phone the first four stand in the bar, the rest behind "More". */
  readonly inBar: boolean;
}

export const PLACES: readonly Place[] = [
  { href: "/", label: "Overview", icon: Home, inBar: true },
  {
    href: "/approvals",
    label: "Approvals",
    icon: Inbox,
    inBar: true,
    parts: [
      { href: "/approvals/rules", label: "Standing rules", icon: ListChecks },
      { href: "/approvals/numbers", label: "Your numbers", icon: ChartColumn },
    ],
  },
  {
    href: "/agents",
    label: "Agents",
    icon: Bot,
    inBar: false,
    parts: [
      { href: "/connect", label: "Connect an agent", icon: Cable },
      { href: "/connect/reference", label: "API reference", icon: BookOpen },
    ],
  },
  {
    href: "/trust",
    label: "Trust",
    icon: ShieldCheck,
    inBar: false,
    parts: [{ href: "/trust/what-if", label: "What if", icon: Telescope }],
  },
  {
    href: "/registry",
    label: "Registry",
    icon: Wrench,
    inBar: true,
    parts: [{ href: "/servers", label: "MCP servers", icon: Plug }],
  },
  {
    href: "/policies",
    label: "Policies",
    icon: Scale,
    inBar: false,
    parts: [
      { href: "/policies/levels", label: "Access levels", icon: SquareStack },
      { href: "/policies/profiles", label: "Profiles", icon: SlidersHorizontal },
      { href: "/policies/versions", label: "Policy versions", icon: GitCompareArrows },
      { href: "/policies/rehearsal", label: "Rehearsal", icon: FlaskConical },
      { href: "/policies/edit", label: "Edit the policy", icon: Pencil },
    ],
  },
  {
    href: "/invocations",
    label: "Invocations",
    icon: Activity,
    inBar: true,
    parts: [
      { href: "/cleaning", label: "Try the cleaner", icon: Eraser },
      { href: "/cleaning/scorecard", label: "Cleaner's scorecard", icon: Gauge },
    ],
  },
  { href: "/audit", label: "Audit", icon: ScrollText, inBar: false },
  { href: "/settings", label: "Settings", icon: Settings, inBar: false },
];

export function isCurrent(place: Place, pathname: string): boolean {
  return [place, ...(place.parts ?? [])].some(({ href }) => isUnder(href, pathname));
}

function isUnder(href: string, pathname: string): boolean {
  return href === "/" ? pathname === "/" : pathname === href || pathname.startsWith(`${href}/`);
}

/** The pages that an address stands under, the place first; of its parts the one that says most. */
export function pagesOf(pathname: string): readonly Page[] {
  const place = PLACES.find((candidate) => isCurrent(candidate, pathname));
  const part = place?.parts?.findLast(({ href }) => isUnder(href, pathname));
  return place ? [place, ...(part ? [part] : [])] : [];
}
