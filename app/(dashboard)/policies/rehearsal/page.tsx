import type { Metadata } from "next";
import { one, type SearchParams } from "#app/server/address.ts";
import { database } from "#app/server/database.ts";
import { requireSession } from "#app/server/session.ts";
import { PolicyTitle } from "#components/policies/policy-title.tsx";
import { RehearsalDesk } from "#components/policies/rehearsal/rehearsal-desk.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { Page } from "#components/ui/page.tsx";
import { renderPolicy } from "#lib/policy/document/render-policy.ts";
import { listPolicyVersions } from "#lib/policy/versions/list-policy-versions.ts";
import type { PolicyVersionItem } from "#lib/policy/versions/policy-version.ts";
import { readPolicyInForce } from "#lib/policy/versions/read-policy-in-force.ts";
import { readPolicyVersion } from "#lib/policy/versions/read-policy-version.ts";
import { versionNumber } from "#lib/policy/versions/version-number.ts";

export const metadata: Metadata = { title: "Rehearsal" };

export default async function RehearsalPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  await requireSession();
  const params = await searchParams;
  const asked = one(params, "version");
  const number = versionNumber(asked);
  const [inForce, { items }, chosen] = await Promise.all([
    readPolicyInForce(database()),
    listPolicyVersions(database()),
    number === undefined ? undefined : readPolicyVersion(database(), number),
  ]);
  const others = items.filter(({ version }) => version !== inForce.version);
  const listed = chosen && !others.some(({ version }) => version === chosen.version) ? [chosen, ...others] : others;
  return (
    <Page>
      <PolicyTitle current="rehearsal" />
      <p className="mb-4 max-w-3xl text-ink-2">
        How the last calls would have been decided under a changed policy, compared with v{inForce.version}, which is in
        force. Calls are replayed in the order they were asked, with agents as they are now. Standing rules, caps, kill
        switches and outside checks are left out.
      </p>
      {asked !== undefined && !chosen && (
        <div className="mb-4">
          <Callout tone="medium" title="There is no such version." />
        </div>
      )}
      <RehearsalDesk
        versions={listed.map((item) => ({ version: item.version, words: wordsOf(item) }))}
        version={chosen?.version}
        start={{ text: renderPolicy(inForce.document), base: inForce.version }}
      />
    </Page>
  );
}

const REASON_SHOWN = 80;

function wordsOf({ version, state, author, reason }: PolicyVersionItem): string {
  const why = reason.length > REASON_SHOWN ? `${reason.slice(0, REASON_SHOWN)}…` : reason;
  return `v${version}, ${state}, ${author ?? "as shipped"}: ${why}`;
}
