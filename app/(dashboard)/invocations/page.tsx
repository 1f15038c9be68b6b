import type { Metadata } from "next";
import { address, one, oneOf, type SearchParams } from "#app/server/address.ts";
import { database } from "#app/server/database.ts";
import { requireSession } from "#app/server/session.ts";
import { InvocationTable } from "#components/invocations/invocation-table.tsx";
import { UnknownNotice } from "#components/invocations/unknown-notice.tsx";
import { AddressSearch } from "#components/ui/address-search.tsx";
import { FilterField } from "#components/ui/filter-field.tsx";
import { FilterSelect } from "#components/ui/filter-select.tsx";
import { Page, PageTitle } from "#components/ui/page.tsx";
import { Pager } from "#components/ui/pager.tsx";
import { tierWord } from "#components/ui/risk-mark.tsx";
import { Ago } from "#components/ui/time.tsx";
import { isUuid } from "#db/is-uuid.ts";
import { listAgents } from "#lib/agents/queries/list-agents.ts";
import { ASKED_WITHIN, type AskedWithin, askedFrom } from "#lib/invocations/asked-within.ts";
import { countUnknown } from "#lib/invocations/count-unknown.ts";
import { type InvocationFilter, listInvocations } from "#lib/invocations/list-invocations.ts";
import { type FoundInvocations, LOOKED_THROUGH, searchInvocations } from "#lib/invocations/search-invocations.ts";
import { INVOCATION_STATES, TIERS } from "#lib/policy/vocabulary.ts";
import { listToolNames } from "#lib/registry/queries/list-tool-names.ts";

export const metadata: Metadata = { title: "Invocations" };

const PATH = "/invocations";
const WORDS_MAX = 200;
const FACTS = "Every call that was asked for, the newest first.";
const UNKNOWN_FACTS =
  "Calls that may have taken effect: their dispatchers were lost. Open one, find out outside, and say what happened; the agent waits for it.";

export default async function InvocationsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  await requireSession();
  const params = await searchParams;
  const filter = filterOf(params);
  const words = one(params, "q")?.trim().slice(0, WORDS_MAX).toWellFormed();
  const [{ items, next, lookedBackTo }, unknown, agents, tools] = await Promise.all([
    words ? searchInvocations(database(), filter, words) : listed(filter),
    countUnknown(database()),
    listAgents(database()),
    listToolNames(database()),
  ]);
  return (
    <Page>
      <PageTitle title="Invocations" facts={filter.status === "unknown" ? UNKNOWN_FACTS : FACTS} />
      {filter.status !== "unknown" && <UnknownNotice count={unknown} />}
      <div className="mb-3 flex flex-wrap gap-2">
        <AddressSearch words={words ?? ""} label="Search calls" placeholder="Arguments, effect, names, error" />
        <FilterSelect
          name="status"
          label="State"
          options={INVOCATION_STATES.map((value) => ({ value, label: value }))}
        />
        <FilterSelect name="tier" label="Risk" options={TIERS.map((value) => ({ value, label: tierWord(value) }))} />
        {tools ? (
          <FilterSelect name="tool" label="Tool" options={tools.map((name) => ({ value: name, label: name }))} />
        ) : (
          <FilterField name="tool" label="Tool" />
        )}
        <FilterSelect name="agent" label="Agent" options={agents.map(({ id, name }) => ({ value: id, label: name }))} />
        <FilterSelect
          name="asked"
          label="Asked"
          none="Asked: any time"
          options={ASKED_WITHIN.map((value) => ({ value, label: ASKED_WORDS[value] }))}
        />
      </div>
      <InvocationTable
        items={items}
        empty={
          lookedBackTo
            ? "None of the calls that were looked through has all of these words."
            : "No call matches. Calls appear here as soon as an agent asks for one."
        }
      />
      {lookedBackTo && (
        <p role="status" className="mt-3 text-sm text-ink-2">
          Looked through {LOOKED_THROUGH.toLocaleString("en-GB")} calls, back to <Ago at={lookedBackTo} />. Older ones
          were not looked at.
        </p>
      )}
      <Pager
        shown={items.length}
        first={one(params, "before") ? address(PATH, params, { before: undefined }) : undefined}
        next={next ? address(PATH, params, { before: next }) : undefined}
        words={lookedBackTo ? { first: "Newest", next: "Look further back" } : undefined}
      />
    </Page>
  );
}

async function listed(filter: InvocationFilter): Promise<FoundInvocations> {
  return { ...(await listInvocations(database(), filter)), lookedBackTo: undefined };
}

const ASKED_WORDS: Readonly<Record<AskedWithin, string>> = {
  hour: "Last hour",
  day: "Last 24 hours",
  week: "Last 7 days",
  month: "Last 30 days",
};

function filterOf(params: SearchParams): InvocationFilter {
  const before = one(params, "before");
  const agentId = one(params, "agent");
  const asked = oneOf(params, "asked", ASKED_WITHIN);
  return {
    status: oneOf(params, "status", INVOCATION_STATES),
    tier: oneOf(params, "tier", TIERS),
    tool: one(params, "tool"),
    agentId: agentId && isUuid(agentId) ? agentId : undefined,
    askedFromMs: asked && askedFrom(asked, Date.now()),
    before: before && isUuid(before) ? before : undefined,
  };
}
