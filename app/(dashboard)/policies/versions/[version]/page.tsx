import { Download, FlaskConical, Undo2 } from "lucide-react";
import type { Metadata } from "next";
import Link from "next/link";
import { notFound } from "next/navigation";
import { database } from "#app/server/database.ts";
import { requireSession } from "#app/server/session.ts";
import { RefreshOnChange } from "#components/live/refresh-on-change.tsx";
import { DocumentText } from "#components/policies/versions/document-text.tsx";
import { VersionChanges } from "#components/policies/versions/version-changes.tsx";
import { VersionState } from "#components/policies/versions/version-state.tsx";
import { waitsAt } from "#components/policies/versions/waits-at.ts";
import { buttonClasses } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { Chip } from "#components/ui/chip.tsx";
import { Page, PageTitle } from "#components/ui/page.tsx";
import { Ago } from "#components/ui/time.tsx";
import { VisibleText } from "#components/untrusted/visible-text.tsx";
import { renderPolicy } from "#lib/policy/document/render-policy.ts";
import { explainState, type PolicyVersionDetail } from "#lib/policy/versions/policy-version.ts";
import { readPolicyInForce } from "#lib/policy/versions/read-policy-in-force.ts";
import { readPolicyVersion } from "#lib/policy/versions/read-policy-version.ts";
import { versionNumber } from "#lib/policy/versions/version-number.ts";
import { may } from "#lib/sessions/permissions.ts";

interface VersionPageProps {
  params: Promise<{ version: string }>;
}

export async function generateMetadata({ params }: VersionPageProps): Promise<Metadata> {
  return { title: `Policy v${(await params).version}` };
}

export default async function VersionPage({ params }: VersionPageProps) {
  const session = await requireSession();
  const number = versionNumber((await params).version);
  const [version, inForce] = await Promise.all([
    number === undefined ? undefined : readPolicyVersion(database(), number),
    readPolicyInForce(database()),
  ]);
  if (!version) notFound();
  const base = version.base === null ? undefined : await readPolicyVersion(database(), version.base);
  return (
    <Page>
      <RefreshOnChange />
      <PageTitle
        title={`Policy v${version.version}`}
        facts={<Facts version={version} />}
        action={<Actions version={version} mayWrite={may(session.role, "policy.write")} />}
      />
      <Callout
        tone={version.state === "in force" ? "ok" : version.state === "proposed" ? "medium" : "plain"}
        title={<b className="font-semibold">{explainState(version.state)}</b>}
      >
        <VisibleText text={version.reason} />
        {version.state === "proposed" && (
          <Link href={waitsAt(version)} prefetch={false} className="mt-1 block text-accent underline">
            Where it waits, for {version.required === 2 ? "two reviewers" : "one reviewer"}
          </Link>
        )}
      </Callout>
      <VersionChanges version={version} base={base} inForce={inForce} />
      <DocumentText text={renderPolicy(version.document)} />
    </Page>
  );
}

function Facts({ version }: { version: PolicyVersionDetail }) {
  return (
    <>
      <VersionState state={version.state} />
      {version.widens && <Chip tone="dual">allows more: two reviewers</Chip>}
      <span>
        {version.author ?? "as shipped"}, <Ago at={version.createdAt} />
      </span>
      {version.base !== null && (
        <span>
          written from{" "}
          <Link href={`/policies/versions/${version.base}`} prefetch={false} className="text-accent underline">
            v{version.base}
          </Link>
        </span>
      )}
      {version.activatedAt && (
        <span>
          put in force <Ago at={version.activatedAt} />
        </span>
      )}
    </>
  );
}

function Actions({ version, mayWrite }: { version: PolicyVersionDetail; mayWrite: boolean }) {
  return (
    <>
      <Link
        href={`/policies/rehearsal?version=${version.version}`}
        prefetch={false}
        className={buttonClasses("plain", "sm")}
      >
        <FlaskConical size={14} aria-hidden /> Rehearse
      </Link>
      <a href={`/api/policy/export?version=${version.version}`} download className={buttonClasses("plain", "sm")}>
        <Download size={14} aria-hidden /> Download
      </a>
      {mayWrite && version.state !== "in force" && version.state !== "proposed" && (
        <Link href={`/policies/edit?from=${version.version}`} prefetch={false} className={buttonClasses("plain", "sm")}>
          <Undo2 size={14} aria-hidden /> Bring back…
        </Link>
      )}
    </>
  );
}
