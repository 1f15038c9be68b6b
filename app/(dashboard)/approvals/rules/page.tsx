import { ScrollText } from "lucide-react";
import type { Metadata } from "next";
import Link from "next/link";
import { revokeRule } from "#app/actions/revoke-rule.ts";
import { address, one, oneOf, type SearchParams } from "#app/server/address.ts";
import { database } from "#app/server/database.ts";
import { requireSession } from "#app/server/session.ts";
import { RuleTable } from "#components/approvals/rules/rule-table.tsx";
import { RefreshOnChange } from "#components/live/refresh-on-change.tsx";
import { AddressSearch } from "#components/ui/address-search.tsx";
import { buttonClasses } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { FilterSelect } from "#components/ui/filter-select.tsx";
import { Page, PageTitle } from "#components/ui/page.tsx";
import { Pager } from "#components/ui/pager.tsx";
import { listRules } from "#lib/approvals/rules/queries/list-rules.ts";
import { RULE_EFFECTS } from "#lib/approvals/rules/rule-limits.ts";
import { may } from "#lib/sessions/permissions.ts";

export const metadata: Metadata = { title: "Standing rules" };

const PATH = "/approvals/rules";
const EFFECTS = [
  { value: "approve", label: "approves" },
  { value: "deny", label: "refuses" },
];

export default async function RulesPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const session = await requireSession();
  const params = await searchParams;
  const words = one(params, "q")?.trim().slice(0, 200);
  const effect = oneOf(params, "effect", RULE_EFFECTS);
  const ended = one(params, "show") === "ended";
  const before = one(params, "before");
  const { items, next } = await listRules(database(), { words, effect, ended, before });
  return (
    <Page>
      <RefreshOnChange />
      <PageTitle
        title="Standing rules"
        facts="Answers that people gave for calls like one they saw: each for one tool version, counted, and with an end."
        action={
          <Link href="/approvals" className={buttonClasses("plain", "sm")}>
            Back to the inbox
          </Link>
        }
      />
      <div className="mb-3 flex flex-wrap gap-2">
        <AddressSearch words={words ?? ""} label="Search rules" placeholder="Tool, agent, person, reason, argument" />
        <FilterSelect name="effect" label="Answer" options={EFFECTS} />
        <FilterSelect name="show" label="State" none="In force" options={[{ value: "ended", label: "Ended" }]} />
      </div>
      {items.length > 0 ? (
        <RuleTable rules={items} {...(may(session.role, "approvals.decide") ? { revoke: revokeRule } : {})} />
      ) : (
        <Nothing filtered={words !== undefined || effect !== undefined || ended} />
      )}
      {(items.length > 0 || before) && (
        <Pager
          shown={items.length}
          first={before ? address(PATH, params, { before: undefined }) : undefined}
          next={next ? address(PATH, params, { before: next }) : undefined}
        />
      )}
    </Page>
  );
}

function Nothing({ filtered }: { filtered: boolean }) {
  if (filtered) {
    return (
      <EmptyState
        title="No such rule"
        action={
          <Link href={PATH} className={buttonClasses("plain", "sm")}>
            Show all in force
          </Link>
        }
      />
    );
  }
  return (
    <EmptyState icon={<ScrollText size={28} aria-hidden />} title="No standing rules">
      When the same harmless call comes again and again, open it in the inbox and choose “Rule…”: from then on calls
      like it are answered without you, until the rule ends.
    </EmptyState>
  );
}
