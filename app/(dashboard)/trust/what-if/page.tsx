import type { Metadata } from "next";
import { draftTrust } from "#app/actions/draft-trust.ts";
import { rehearseTrust } from "#app/actions/rehearse-trust.ts";
import { database } from "#app/server/database.ts";
import { requireSession } from "#app/server/session.ts";
import { TrustTitle } from "#components/trust/trust-tabs.tsx";
import { WhatIfDesk } from "#components/trust/what-if-desk.tsx";
import { Page } from "#components/ui/page.tsx";
import { may } from "#lib/sessions/permissions.ts";
import { readTrustText } from "#lib/trust/what-if.ts";

export const metadata: Metadata = { title: "What if" };

export default async function WhatIfPage() {
  const session = await requireSession();
  const { text } = await readTrustText(database());
  return (
    <Page>
      <TrustTitle current="what-if" />
      <WhatIfDesk
        text={text}
        mayPropose={may(session.role, "policy.write")}
        rehearse={rehearseTrust}
        draft={draftTrust}
      />
    </Page>
  );
}
