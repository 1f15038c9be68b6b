import { address, one, type SearchParams } from "#app/server/address.ts";
import { database } from "#app/server/database.ts";
import { InvocationTable } from "#components/invocations/invocation-table.tsx";
import { Pager } from "#components/ui/pager.tsx";
import { isUuid } from "#db/is-uuid.ts";
import { listInvocations } from "#lib/invocations/list-invocations.ts";

/** Each call's own page has its raw and its cleaned output, side by side. */
export async function ToolInvocations({ name, query, path }: { name: string; query: SearchParams; path: string }) {
  const before = one(query, "before");
  const { items, next } = await listInvocations(database(), {
    tool: name,
    before: before && isUuid(before) ? before : undefined,
  });
  return (
    <>
      <InvocationTable items={items} without="tool" empty="No agent has asked for this tool." />
      <Pager
        shown={items.length}
        first={before ? address(path, query, { before: undefined }) : undefined}
        next={next ? address(path, query, { before: next }) : undefined}
      />
    </>
  );
}
