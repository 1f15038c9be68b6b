import { Download } from "lucide-react";
import type { Metadata } from "next";
import { address, one, type SearchParams } from "#app/server/address.ts";
import { database } from "#app/server/database.ts";
import { readPreference } from "#app/server/preferences.ts";
import { requireSession } from "#app/server/session.ts";
import { ConcernTiles } from "#components/registry/concern-tiles.tsx";
import { RegistryTabs } from "#components/registry/registry-tabs.tsx";
import { ReviewTable } from "#components/registry/review-table.tsx";
import { ShelfHelp, ShelfList } from "#components/registry/shelf/shelf-list.tsx";
import { sourceWord } from "#components/registry/source-word.ts";
import { ToolSearch } from "#components/registry/tool-search.tsx";
import { TOOLS_LABEL, ToolTable } from "#components/registry/tool-table.tsx";
import { buttonClasses } from "#components/ui/button.tsx";
import { FilterSelect } from "#components/ui/filter-select.tsx";
import { Page, PageTitle } from "#components/ui/page.tsx";
import { Pager } from "#components/ui/pager.tsx";
import { CATEGORIES, EGRESS_CLASSES, SAFETY_CLASSES, TOOL_SOURCES } from "#lib/policy/vocabulary.ts";
import { countConcerns } from "#lib/registry/queries/count-concerns.ts";
import { listReviews } from "#lib/registry/queries/list-reviews.ts";
import { listShelfStates } from "#lib/registry/queries/list-shelf-states.ts";
import { listTools } from "#lib/registry/queries/list-tools.ts";
import { parseToolFilter, STATE_FILTERS } from "#lib/registry/queries/tool-filter.ts";
import { listSecrets } from "#lib/secrets/list-secrets.ts";
import { arrangeShelf } from "#lib/tools/arrange-shelf.ts";
import { wholeShelf } from "#lib/tools/whole-shelf.ts";

export const metadata: Metadata = { title: "Registry" };

const PATH = "/registry";
const VIEWS = ["tools", "reviews", "shelf"] as const;
const same = (values: readonly string[]) => values.map((value) => ({ value, label: value }));

export default async function RegistryPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const session = await requireSession();
  const params = await searchParams;
  const view = VIEWS.find((known) => known === one(params, "view")) ?? "tools";
  return (
    <Page>
      <PageTitle
        title="Registry"
        facts="Every tool that an agent may be given. Only a reviewed version runs, and any change of it is a new version."
        action={
          view === "tools" && (
            <a
              href={address("/api/registry/export", params, { before: undefined })}
              download
              title="As JSONL, one line per tool: what the filter shows"
              className={buttonClasses("plain", "sm")}
            >
              <Download size={14} aria-hidden /> Export these tools
            </a>
          )
        }
      />
      <RegistryTabs current={view} />
      {view === "reviews" && <Reviews params={params} viewerId={session.personId} />}
      {view === "tools" && <Tools params={params} />}
      {view === "shelf" && <Shelf />}
    </Page>
  );
}

async function Tools({ params }: { params: SearchParams }) {
  const filter = parseToolFilter((name) => one(params, name));
  const [{ items, next }, counts, shortcuts] = await Promise.all([
    listTools(database(), filter),
    countConcerns(database()),
    readPreference("shortcuts"),
  ]);
  const { sort, before, ...narrowing } = filter;
  return (
    <>
      <ConcernTiles
        counts={counts}
        current={filter.concern}
        hrefOf={(concern) => address(PATH, params, { show: concern, before: undefined })}
      />
      <div className="mb-3 flex flex-wrap gap-2">
        <ToolSearch shortcuts={shortcuts === "on"} table={TOOLS_LABEL} />
        <div className="flex min-w-0 gap-2 max-md:basis-full max-md:overflow-x-auto max-md:[scrollbar-width:none] md:flex-wrap [&>select]:shrink-0">
          <FilterSelect
            name="state"
            label="State"
            options={STATE_FILTERS.map((value) => ({ value, label: value === "waiting" ? "not in force" : value }))}
          />
          <FilterSelect name="safety" label="Safety" options={same(SAFETY_CLASSES)} />
          <FilterSelect name="egress" label="Egress" options={same(EGRESS_CLASSES)} />
          <FilterSelect name="category" label="Category" options={same(CATEGORIES)} />
          <FilterSelect
            name="source"
            label="Source"
            options={TOOL_SOURCES.map((value) => ({ value, label: sourceWord(value) }))}
          />
          <FilterSelect
            name="sort"
            label="Order"
            none="By name"
            options={[{ value: "changed", label: "Last changed first" }]}
          />
        </div>
      </div>
      <ToolTable tools={items} filtered={before !== undefined || Object.values(narrowing).some(Boolean)} />
      <Pager
        shown={items.length}
        words={sort === "name" ? { first: "First", next: "Next" } : undefined}
        first={before ? address(PATH, params, { before: undefined }) : undefined}
        next={next ? address(PATH, params, { before: next }) : undefined}
      />
    </>
  );
}

async function Reviews({ params, viewerId }: { params: SearchParams; viewerId: string }) {
  const before = one(params, "before");
  const { items, next } = await listReviews(database(), viewerId, before);
  return (
    <>
      <ReviewTable reviews={items} />
      <Pager
        shown={items.length}
        words={{ first: "Oldest", next: "Newer" }}
        first={before ? address(PATH, params, { before: undefined }) : undefined}
        next={next ? address(PATH, params, { before: next }) : undefined}
      />
    </>
  );
}

async function Shelf() {
  const sql = database();
  const [states, secrets] = await Promise.all([listShelfStates(sql), listSecrets(sql)]);
  return (
    <>
      <ShelfHelp />
      <ShelfList categories={arrangeShelf(wholeShelf(), states, new Set(secrets.map(({ name }) => name)))} />
    </>
  );
}
