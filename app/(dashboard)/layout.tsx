import type { ReactNode } from "react";
import { beginStepUp } from "#app/actions/begin-step-up.ts";
import { endSession } from "#app/actions/end-session.ts";
import { proveWithCode } from "#app/actions/prove-with-code.ts";
import { proveWithPasskey } from "#app/actions/prove-with-passkey.ts";
import { releaseKillSwitch } from "#app/actions/release-kill-switch.ts";
import { throwKillSwitch } from "#app/actions/throw-kill-switch.ts";
import { database } from "#app/server/database.ts";
import { readPreference } from "#app/server/preferences.ts";
import { requireSession } from "#app/server/session.ts";
import { LiveProvider } from "#components/live/live-provider.tsx";
import { NoticeTouches } from "#components/live/notice-touches.tsx";
import { RefreshOnReturn } from "#components/live/refresh-on-return.tsx";
import { InitialStatus } from "#components/shell/initial-status.tsx";
import { Shell } from "#components/shell/shell.tsx";
import { StepUpProvider } from "#components/step-up/step-up-provider.tsx";
import { ClockProvider } from "#components/ui/clock.tsx";
import { readShellStatus } from "#lib/operations/read-shell-status.ts";

/** The frame. Pages prove the session again themselves: a layout is not asked again when a person moves between pages. */
export default async function DashboardLayout({ children }: { children: ReactNode }) {
  const { personId, name, email, role } = await requireSession();
  const [status, rail, theme, news, sound] = await Promise.all([
    readShellStatus(database()),
    readPreference("rail"),
    readPreference("theme"),
    readPreference("news"),
    readPreference("sound"),
  ]);
  return (
    <ClockProvider serverNow={Date.now()}>
      <LiveProvider>
        <RefreshOnReturn />
        <NoticeTouches />
        <InitialStatus status={status}>
          <Shell
            viewer={{ personId, name, email, role }}
            installation={status.installation}
            railCollapsed={rail === "collapsed"}
            theme={theme}
            news={news}
            sound={sound}
            actions={{ throwSwitch: throwKillSwitch, releaseSwitch: releaseKillSwitch, endSession }}
          >
            <StepUpProvider actions={{ begin: beginStepUp, proveWithPasskey, proveWithCode }}>
              {children}
            </StepUpProvider>
          </Shell>
        </InitialStatus>
      </LiveProvider>
    </ClockProvider>
  );
}
