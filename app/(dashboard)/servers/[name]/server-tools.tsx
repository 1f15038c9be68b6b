import { importServerTools } from "#app/actions/import-server-tools.ts";
import { address, one, oneOf, type SearchParams } from "#app/server/address.ts";
import { FindingsInText } from "#components/findings/findings-in-text.tsx";
import { Json } from "#components/registry/json-block.tsx";
import { ImportPreview } from "#components/servers/import-preview.tsx";
import { isShown, SHOWN, SHOWN_WORDS } from "#components/servers/preview-filter.ts";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { Pager } from "#components/ui/pager.tsx";
import { Tile } from "#components/ui/tile.tsx";
import { isImportable, previewTools } from "#lib/registry/servers/preview-tools.ts";
import type { StoredListing } from "#lib/registry/servers/queries/read-listing.ts";
import type { ServerDetail } from "#lib/registry/servers/queries/read-server.ts";
import { rolesThatMay } from "#lib/sessions/permissions.ts";

interface ServerToolsProps {
  server: ServerDetail;
  listing: StoredListing | undefined;
  query: SearchParams;
  mayImport: boolean;
}

/** A server may list two thousand; a page of them is what an import takes at once. */
const A_PAGE = 100;

/** The listing, beside what of it is in the registry. */
export function ServerTools({ server, listing, query, mayImport }: ServerToolsProps) {
  const path = `/servers/${server.name}`;
  const all = previewTools(listing?.tools ?? [], server.imported);
  if (all.length === 0) return <Nothing server={server} />;
  const shown = oneOf(query, "show", SHOWN);
  const matching = shown ? all.filter((tool) => isShown(tool, shown)) : all;
  const from = Math.min(Math.max(0, Number.parseInt(one(query, "from") ?? "0", 10) || 0), matching.length);
  const tools = matching.slice(from, from + A_PAGE);
  const open = one(query, "tool");
  const opened = listing?.tools.find(({ upstream }) => upstream === open);
  const hrefs = tools.map(({ upstream }) => [
    upstream,
    address(path, query, { tool: upstream === open ? undefined : upstream }),
  ]);
  return (
    <>
      <div className="mb-3 flex flex-wrap gap-1.5">
        <Tile href={address(path, query, { show: undefined, from: undefined })} count={all.length} pressed={!shown}>
          {all.length === 1 ? "tool" : "tools"}
        </Tile>
        {SHOWN.map((kind) => {
          const count = all.filter((tool) => isShown(tool, kind)).length;
          if (count === 0 && kind !== shown) return null;
          return (
            <Tile
              key={kind}
              href={address(path, query, { show: kind === shown ? undefined : kind, from: undefined })}
              count={count}
              pressed={kind === shown}
            >
              {SHOWN_WORDS[kind]}
            </Tile>
          );
        })}
      </div>
      {!mayImport && server.state !== "retired" && all.some(isImportable) && (
        <p className="mb-3 text-ink-2">
          Importing takes the role {rolesThatMay("servers.import").join(" or ")}; a reviewer then puts what was imported
          in force.
        </p>
      )}
      {tools.length === 0 ? (
        <EmptyState title="No tool matches this filter">Choose another tile above.</EmptyState>
      ) : (
        <ImportPreview
          serverId={server.id}
          serverRoot={listing?.serverRoot ?? ""}
          tools={tools}
          hrefOf={Object.fromEntries(hrefs)}
          opened={
            opened
              ? {
                  upstream: opened.upstream,
                  definition: (
                    <>
                      {opened.findings.length > 0 && (
                        <FindingsInText definition={contractOf(opened.contractText)} findings={opened.findings} />
                      )}
                      <Json value={opened.definition} />
                    </>
                  ),
                }
              : null
          }
          network={server.policy.network?.mode ?? "none"}
          importTools={mayImport && server.state !== "retired" && listing ? importServerTools : null}
        />
      )}
      {matching.length > A_PAGE && (
        <Pager
          shown={tools.length}
          words={{ first: "First", next: "Next" }}
          first={from > 0 ? address(path, query, { from: undefined }) : undefined}
          next={from + A_PAGE < matching.length ? address(path, query, { from: String(from + A_PAGE) }) : undefined}
        />
      )}
    </>
  );
}

/** Findings point into the contract that the server's words became part of. */
function contractOf(text: string | null): unknown {
  return text === null ? null : JSON.parse(text);
}

function Nothing({ server }: { server: ServerDetail }) {
  if (server.state === "listed") {
    return <EmptyState title="The server lists no tools">It was asked, and answered with an empty list.</EmptyState>;
  }
  return (
    <EmptyState title="Not listed yet">
      {server.state === "failing"
        ? "What went wrong is shown above. Fix the server and list it again, or connect it again with another configuration."
        : "Its tools appear here as soon as a dispatcher has asked it."}
    </EmptyState>
  );
}
