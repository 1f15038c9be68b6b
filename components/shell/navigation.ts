import { Activity, Bot, Home, Inbox, type LucideIcon, ScrollText, Settings, Wrench } from "lucide-react";

export interface Place {
  readonly href: string;
  readonly label: string;
  readonly icon: LucideIcon;
  /** On a phone the first four stand in the bar, the rest behind "More". */
  readonly inBar: boolean;
}

export const PLACES: readonly Place[] = [
  { href: "/", label: "Overview", icon: Home, inBar: true },
  { href: "/approvals", label: "Approvals", icon: Inbox, inBar: true },
  { href: "/agents", label: "Agents", icon: Bot, inBar: false },
  { href: "/registry", label: "Registry", icon: Wrench, inBar: true },
  { href: "/invocations", label: "Invocations", icon: Activity, inBar: true },
  { href: "/audit", label: "Audit", icon: ScrollText, inBar: false },
  { href: "/settings", label: "Settings", icon: Settings, inBar: false },
];

export function isCurrent(place: Place, pathname: string): boolean {
  return place.href === "/" ? pathname === "/" : pathname === place.href || pathname.startsWith(`${place.href}/`);
}
