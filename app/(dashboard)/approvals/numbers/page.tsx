import type { Metadata } from "next";
import Link from "next/link";
import { orderDrill } from "#app/actions/order-drill.ts";
import { database } from "#app/server/database.ts";
import { requireSession } from "#app/server/session.ts";
import { OrderDrill } from "#components/approvals/numbers/order-drill.tsx";
import { OwnNumbers } from "#components/approvals/numbers/own-numbers.tsx";
import { TeamNumbers } from "#components/approvals/numbers/team-numbers.tsx";
import { buttonClasses } from "#components/ui/button.tsx";
import { Page, PageTitle } from "#components/ui/page.tsx";
import { isHurried } from "#lib/approvals/pace/is-hurried.ts";
import { readNumbers, readTeamNumbers } from "#lib/approvals/pace/read-numbers.ts";
import { may } from "#lib/sessions/permissions.ts";

export const metadata: Metadata = { title: "Your numbers" };

export default async function NumbersPage() {
  const { personId, role, token } = await requireSession();
  const sql = database();
  const answers = may(role, "approvals.order-drill");
  const decides = may(role, "approvals.decide");
  const [own, team, hurried] = await Promise.all([
    decides ? readNumbers(sql, personId) : null,
    answers ? readTeamNumbers(sql) : null,
    decides ? isHurried(sql, token) : false,
  ]);
  return (
    <Page>
      <PageTitle
        title="Your numbers"
        facts={`How ${decides ? "you decide" : "people decide"}, by the server's clock, over the last 30 days.`}
        action={
          <>
            <Link href="/approvals" prefetch={false} className={buttonClasses("plain")}>
              Back to the inbox
            </Link>
            {answers && <OrderDrill order={orderDrill} />}
          </>
        }
      />
      {own && <OwnNumbers numbers={own} hurried={hurried} />}
      {team && <TeamNumbers people={team} />}
      {!own && !team && <p className="text-ink-2">Your role does not decide on calls, so there is nothing to count.</p>}
    </Page>
  );
}
