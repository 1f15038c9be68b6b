import type { Metadata } from "next";
import { beginAbsence } from "#app/actions/begin-absence.ts";
import { beginEnrolment } from "#app/actions/begin-enrolment.ts";
import { confirmAuthenticator } from "#app/actions/confirm-authenticator.ts";
import { confirmRole } from "#app/actions/confirm-role.ts";
import { drainWorker } from "#app/actions/drain-worker.ts";
import { endAbsence } from "#app/actions/end-absence.ts";
import { endSession } from "#app/actions/end-session.ts";
import { enrolAuthenticator } from "#app/actions/enrol-authenticator.ts";
import { enrolPasskey } from "#app/actions/enrol-passkey.ts";
import { invitePerson } from "#app/actions/invite-person.ts";
import { issueAuthorKey } from "#app/actions/issue-author-key.ts";
import { keepSecret } from "#app/actions/keep-secret.ts";
import { lowerRole } from "#app/actions/lower-role.ts";
import { proposeRole } from "#app/actions/propose-role.ts";
import { proveWithCode } from "#app/actions/prove-with-code.ts";
import { proveWithPasskey } from "#app/actions/prove-with-passkey.ts";
import { proveWithPassword } from "#app/actions/prove-with-password.ts";
import { registerActionType } from "#app/actions/register-action-type.ts";
import { releaseKillSwitch } from "#app/actions/release-kill-switch.ts";
import { removeAuthenticator } from "#app/actions/remove-authenticator.ts";
import { removePasskey } from "#app/actions/remove-passkey.ts";
import { retireSecret } from "#app/actions/retire-secret.ts";
import { revokeAuthorKey } from "#app/actions/revoke-author-key.ts";
import { setRoster } from "#app/actions/set-roster.ts";
import { setSetting } from "#app/actions/set-setting.ts";
import { throwKillSwitch } from "#app/actions/throw-kill-switch.ts";
import { oneOf, type SearchParams } from "#app/server/address.ts";
import { database } from "#app/server/database.ts";
import { readPreference } from "#app/server/preferences.ts";
import { requireSession } from "#app/server/session.ts";
import { ActionTypesTab } from "#components/settings/action-types-tab.tsx";
import { AppearanceTab } from "#components/settings/appearance-tab.tsx";
import { AuthorKeysTab } from "#components/settings/author-keys-tab.tsx";
import { EscalationTab } from "#components/settings/escalation-tab.tsx";
import { LimitsTab } from "#components/settings/limits-tab.tsx";
import { PeopleTab } from "#components/settings/people-tab.tsx";
import { ProofsTab } from "#components/settings/proofs-tab.tsx";
import { RoleTable } from "#components/settings/role-table.tsx";
import { SandboxTab } from "#components/settings/sandbox-tab.tsx";
import { SecretsTab } from "#components/settings/secrets-tab.tsx";
import { SessionsTab } from "#components/settings/sessions-tab.tsx";
import { BrowserNewsChoice } from "#components/shell/browser-news-choice.tsx";
import { Page, PageTitle } from "#components/ui/page.tsx";
import { TabNav } from "#components/ui/tab-nav.tsx";
import { listAbsences } from "#lib/approvals/attention/absences.ts";
import { listRoster } from "#lib/approvals/attention/roster.ts";
import { listSettings } from "#lib/operations/list-settings.ts";
import { listWorkers } from "#lib/operations/list-workers.ts";
import { readQueue } from "#lib/operations/read-queue.ts";
import { listActionTypes } from "#lib/registry/action-types/list-action-types.ts";
import { listAuthorKeys } from "#lib/registry/authors/list-author-keys.ts";
import { listSecrets } from "#lib/secrets/list-secrets.ts";
import { listOwnSessions } from "#lib/sessions/list-own-sessions.ts";
import { listPeople } from "#lib/sessions/list-people.ts";
import { may } from "#lib/sessions/permissions.ts";
import type { Session } from "#lib/sessions/session.ts";
import { listProofs } from "#lib/step-up/list-proofs.ts";
import { Notifications } from "./notifications.tsx";

export const metadata: Metadata = { title: "Settings" };

const TABS = [
  "people",
  "limits",
  "escalation",
  "notifications",
  "sandbox",
  "secrets",
  "author-keys",
  "action-types",
  "appearance",
  "proofs",
  "sessions",
] as const;
type Tab = (typeof TABS)[number];
const LABELS: Record<Tab, string> = {
  people: "People and roles",
  limits: "Limits",
  escalation: "Escalation",
  notifications: "Notifications",
  sandbox: "Sandbox",
  secrets: "Secrets",
  "author-keys": "Author keys",
  "action-types": "Action types",
  appearance: "Appearance",
  proofs: "Passkeys and codes",
  sessions: "Your sessions",
};

export default async function SettingsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const session = await requireSession();
  const params = await searchParams;
  const tab = oneOf(params, "tab", TABS) ?? "people";
  return (
    <Page>
      <PageTitle title="Settings" />
      <TabNav
        label="Settings"
        current={tab}
        tabs={TABS.map((id) => ({ id, label: LABELS[id], href: `/settings?tab=${id}` }))}
      />
      <SettingsTab tab={tab} session={session} params={params} />
    </Page>
  );
}

interface SettingsTabProps {
  tab: Tab;
  session: Session;
  params: SearchParams;
}

async function SettingsTab({ tab, session, params }: SettingsTabProps) {
  switch (tab) {
    case "people":
      return (
        <>
          <PeopleTab
            people={await listPeople(database())}
            viewerId={session.personId}
            mayManage={may(session.role, "people.manage")}
            actions={{ invite: invitePerson, propose: proposeRole, confirm: confirmRole, lower: lowerRole }}
          />
          <RoleTable />
        </>
      );
    case "limits":
      return (
        <LimitsTab
          settings={await listSettings(database())}
          mayChange={may(session.role, "settings.change")}
          set={setSetting}
        />
      );
    case "escalation":
      return (
        <EscalationTab
          deciders={(await listPeople(database())).filter(
            ({ role, disabledAt }) => disabledAt === null && may(role, "approvals.decide"),
          )}
          roster={await listRoster(database())}
          absences={await listAbsences(database())}
          viewer={{
            id: session.personId,
            mayDecide: may(session.role, "approvals.decide"),
            isAdmin: session.role === "admin",
          }}
          setRoster={may(session.role, "settings.change") ? setRoster : null}
          begin={beginAbsence}
          end={endAbsence}
        />
      );
    case "notifications":
      return <Notifications params={params} mayManage={may(session.role, "notifications.manage")} />;
    case "sandbox":
      return (
        <SandboxTab
          workers={await listWorkers(database())}
          queue={await readQueue(database())}
          killSwitch={{
            allowed: may(session.role, "kill-switch.throw"),
            throwSwitch: throwKillSwitch,
            releaseSwitch: releaseKillSwitch,
          }}
          drain={may(session.role, "workers.drain") ? drainWorker : null}
        />
      );
    case "secrets":
      return (
        <SecretsTab
          secrets={await listSecrets(database())}
          actions={may(session.role, "secrets.manage") ? { keep: keepSecret, retire: retireSecret } : null}
        />
      );
    case "author-keys":
      return (
        <AuthorKeysTab
          keys={await listAuthorKeys(database(), session)}
          role={session.role}
          mayIssue={may(session.role, "author-keys.manage-own")}
          issue={issueAuthorKey}
          revoke={revokeAuthorKey}
        />
      );
    case "action-types":
      return (
        <ActionTypesTab
          types={await listActionTypes(database())}
          register={may(session.role, "action-types.register") ? registerActionType : null}
        />
      );
    case "appearance":
      return (
        <>
          <AppearanceTab theme={await readPreference("theme")} shortcuts={await readPreference("shortcuts")} />
          <BrowserNewsChoice news={await readPreference("news")} sound={await readPreference("sound")} />
        </>
      );
    case "proofs":
      return <OwnProofs session={session} />;
    case "sessions":
      return (
        <SessionsTab
          sessions={await listOwnSessions(database(), session.personId)}
          currentId={session.sessionId}
          end={endSession}
        />
      );
  }
}

const proofsActions = {
  begin: beginEnrolment,
  proveWithPasskey,
  proveWithCode,
  proveWithPassword,
  enrolPasskey,
  enrolAuthenticator,
  confirmAuthenticator,
  removePasskey,
  removeAuthenticator,
};

async function OwnProofs({ session }: { session: Session }) {
  const [proofs, settings] = await Promise.all([
    listProofs(database(), session.role === "admin" ? null : session.personId),
    listSettings(database()),
  ]);
  const own = proofs.find(({ personId }) => personId === session.personId);
  if (!own) return null;
  return (
    <ProofsTab
      own={own}
      others={session.role === "admin" ? proofs.filter((proof) => proof !== own) : null}
      asked={settings.some(({ name, value }) => name === "step_up" && value === 1)}
      actions={proofsActions}
    />
  );
}
