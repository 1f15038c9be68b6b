import { address, one, type SearchParams } from "#app/server/address.ts";
import { database } from "#app/server/database.ts";
import { CallersTab } from "#components/registry/callers-tab.tsx";
import { Pager } from "#components/ui/pager.tsx";
import { listCallers } from "#lib/registry/queries/list-callers.ts";
import type { ToolDetail } from "#lib/registry/queries/read-tool.ts";

interface ToolCallersProps {
  tool: ToolDetail;
  token: string;
  query: SearchParams;
  path: string;
}

export async function ToolCallers({ tool, token, query, path }: ToolCallersProps) {
  const before = one(query, "before");
  const { items, next } = await listCallers(database(), token, tool, before);
  return (
    <>
      <CallersTab tool={tool.name} callers={items} more={next !== undefined || before !== undefined} />
      {(next || before) && (
        <Pager
          shown={items.length}
          words={{ first: "First", next: "Next" }}
          first={before ? address(path, query, { before: undefined }) : undefined}
          next={next ? address(path, query, { before: next }) : undefined}
        />
      )}
    </>
  );
}
