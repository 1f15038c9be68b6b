"use client";
import { PanelLeftClose, PanelLeftOpen } from "lucide-react";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { useState } from "react";
import { classes } from "#components/ui/classes.ts";
import { LinkPending } from "#components/ui/link-pending.tsx";
import { Tooltip } from "#components/ui/tooltip.tsx";
import { BrandMark } from "./brand.tsx";
import { isCurrent, PLACES } from "./navigation.ts";
import { PlaceBadge } from "./place-badge.tsx";
import { rememberPreference } from "./preferences.ts";
import { useShellStatus } from "./use-shell-status.ts";

/** The places of the product. Collapsed or not is kept in a cookie, so that the server paints the right width. */
export function Rail({ startCollapsed }: { startCollapsed: boolean }) {
  const pathname = usePathname();
  const status = useShellStatus();
  const [collapsed, setCollapsed] = useState(startCollapsed);
  const toggle = () => {
    rememberPreference("rail", collapsed ? "open" : "collapsed");
    setCollapsed(!collapsed);
  };
  return (
    <nav
      aria-label="Main"
      className={classes(
        "sticky top-0 flex h-dvh shrink-0 flex-col border-r bg-panel max-md:hidden",
        collapsed ? "w-[52px]" : "w-[208px]",
      )}
    >
      <Link
        href="/"
        prefetch={false}
        className="flex h-12 items-center gap-2.5 border-b px-4 text-md font-semibold tracking-[-0.01em]"
      >
        <span className="text-accent">
          <BrandMark />
        </span>
        {!collapsed && "Airlock"}
      </Link>
      <ul className="grid gap-0.5 p-2">
        {PLACES.map((place) => {
          const current = isCurrent(place, pathname);
          const link = (
            <Link
              href={place.href}
              prefetch={false}
              aria-current={current ? "page" : undefined}
              aria-label={collapsed ? place.label : undefined}
              className={classes(
                "relative flex h-8 items-center gap-2.5 rounded-md px-2.5 font-medium",
                current ? "bg-accent-soft text-ink" : "text-ink-2 hover:bg-hover hover:text-ink",
              )}
            >
              <place.icon size={16} className={classes("shrink-0", current && "text-accent")} aria-hidden />
              {!collapsed && place.label}
              <PlaceBadge place={place} status={status} small={collapsed} />
              <LinkPending />
            </Link>
          );
          return (
            <li key={place.href}>
              {collapsed ? (
                <Tooltip side="right" content={place.label}>
                  {link}
                </Tooltip>
              ) : (
                link
              )}
            </li>
          );
        })}
      </ul>
      <button
        type="button"
        onClick={toggle}
        aria-expanded={!collapsed}
        className="mx-2 mt-auto mb-2 flex h-8 items-center gap-2.5 rounded-md px-2.5 text-ink-3 hover:bg-hover hover:text-ink"
      >
        {collapsed ? <PanelLeftOpen size={16} aria-label="Widen the rail" /> : <PanelLeftClose size={16} aria-hidden />}
        {!collapsed && "Collapse"}
      </button>
    </nav>
  );
}
