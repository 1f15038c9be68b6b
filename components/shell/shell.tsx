import type { ReactNode } from "react";
import { Chip } from "#components/ui/chip.tsx";
import type { Outcome } from "#lib/errors/outcome.ts";
import type { ShellStatus } from "#lib/operations/read-shell-status.ts";
import { may } from "#lib/sessions/permissions.ts";
import type { Viewer } from "#lib/sessions/session.ts";
import { BottomBar } from "./bottom-bar.tsx";
import { Breadcrumbs } from "./breadcrumbs.tsx";
import { BrowserNews } from "./browser-news.tsx";
import { CommandPalette } from "./command-palette.tsx";
import { Health } from "./health.tsx";
import { KillSwitch } from "./kill-switch.tsx";
import { PersonMenu } from "./person-menu.tsx";
import type { PreferenceValue, Theme } from "./preferences.ts";
import { Rail } from "./rail.tsx";
import { StoppedBanner } from "./stopped-banner.tsx";

interface ShellProps {
  viewer: Viewer;
  installation: ShellStatus["installation"];
  railCollapsed: boolean;
  theme: Theme;
  news: PreferenceValue<"news">;
  sound: PreferenceValue<"sound">;
  actions: {
    throwSwitch: (input: { reason: string }) => Promise<Outcome<unknown>>;
    releaseSwitch: (input: { id: string; reason: string }) => Promise<Outcome<unknown>>;
    endSession: (input: { id?: string }) => Promise<Outcome<unknown>>;
  };
  children: ReactNode;
}

/** The frame of every page: the rail, a slim header, and the page under it. */
export function Shell({ viewer, installation, railCollapsed, theme, news, sound, actions, children }: ShellProps) {
  return (
    <div className="flex min-h-dvh">
      <a
        href="#content"
        className="sr-only z-60 rounded-md bg-accent px-3 py-2 text-accent-ink focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        Skip to the content
      </a>
      <Rail startCollapsed={railCollapsed} />
      <div className="flex min-w-0 flex-1 flex-col">
        <header className="sticky top-0 z-20 flex h-12 shrink-0 items-center gap-2.5 border-b bg-panel px-5 max-md:gap-1.5 max-md:px-4">
          <div className="min-w-0 flex-1">
            <Breadcrumbs />
          </div>
          <CommandPalette />
          <span className="max-sm:hidden">
            <Chip tone={installation === "production" ? "plain" : "medium"}>{installation}</Chip>
          </span>
          <Health />
          <KillSwitch
            allowed={may(viewer.role, "kill-switch.throw")}
            throwSwitch={actions.throwSwitch}
            releaseSwitch={actions.releaseSwitch}
          />
          <PersonMenu viewer={viewer} startTheme={theme} endSession={actions.endSession} />
        </header>
        <StoppedBanner />
        <main id="content" className="flex min-w-0 flex-1 flex-col max-md:pb-16">
          {children}
        </main>
      </div>
      <BottomBar />
      <BrowserNews news={news} sound={sound} />
    </div>
  );
}
