"use client";
import { Menu as MenuIcon } from "lucide-react";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { useState } from "react";
import { classes } from "#components/ui/classes.ts";
import { Dialog } from "#components/ui/dialog.tsx";
import { LinkPending } from "#components/ui/link-pending.tsx";
import { isCurrent, PLACES, type Place } from "./navigation.ts";
import { PlaceBadge } from "./place-badge.tsx";
import { useShellStatus } from "./use-shell-status.ts";

const CELL = "relative flex h-14 flex-1 flex-col items-center justify-center gap-1 text-2xs font-medium";

/** The rail of a phone: four places within reach of a thumb, the rest in a drawer. */
export function BottomBar() {
  const pathname = usePathname();
  const status = useShellStatus();
  const [open, setOpen] = useState(false);
  const rest = PLACES.filter((place) => !place.inBar);
  return (
    <nav
      aria-label="Main"
      className="fixed inset-x-0 bottom-0 z-30 flex border-t bg-panel pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      {PLACES.filter((place) => place.inBar).map((place) => (
        <Link
          key={place.href}
          href={place.href}
          prefetch={false}
          aria-current={isCurrent(place, pathname) ? "page" : undefined}
          className={classes(CELL, isCurrent(place, pathname) ? "text-accent" : "text-ink-2")}
        >
          <span className="relative">
            <place.icon size={19} aria-hidden />
            <PlaceBadge place={place} status={status} small />
          </span>
          {place.label}
          <LinkPending />
        </Link>
      ))}
      <button
        type="button"
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(true)}
        className={classes(CELL, rest.some((place) => isCurrent(place, pathname)) ? "text-accent" : "text-ink-2")}
      >
        <MenuIcon size={19} aria-hidden />
        More
      </button>
      <Dialog open={open} onOpenChange={setOpen} title="More">
        <div className="pb-[calc(12px+env(safe-area-inset-bottom))]">
          {rest.map((place) => (
            <DrawerLink
              key={place.href}
              place={place}
              current={isCurrent(place, pathname)}
              onFollow={() => setOpen(false)}
            />
          ))}
        </div>
      </Dialog>
    </nav>
  );
}

function DrawerLink({ place, current, onFollow }: { place: Place; current: boolean; onFollow: () => void }) {
  return (
    <Link
      href={place.href}
      prefetch={false}
      onClick={onFollow}
      aria-current={current ? "page" : undefined}
      className={classes("flex h-11 items-center gap-3 rounded-md px-2 font-medium", current && "bg-accent-soft")}
    >
      <place.icon size={18} className="text-ink-2" aria-hidden />
      {place.label}
    </Link>
  );
}
