import { Plug } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { Chip } from "#components/ui/chip.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { StateMark } from "#components/ui/state-mark.tsx";
import { Cell, Head, HeadCell, Row, RowLink, Table } from "#components/ui/table.tsx";
import { Ago } from "#components/ui/time.tsx";
import { VisibleText } from "#components/untrusted/visible-text.tsx";
import type { ServerItem } from "#lib/registry/servers/queries/list-servers.ts";
import { syncWords } from "./sync-words.ts";
import { transportWord } from "./transport-word.ts";

/** Every server that was connected: how it stands, what it lists, what of that is in the registry and still what was reviewed. */
export function ServerTable({ servers, connect }: { servers: readonly ServerItem[]; connect: ReactNode }) {
  if (servers.length === 0) {
    return (
      <div className="rounded-md border bg-panel">
        <EmptyState icon={<Plug size={22} />} title="No MCP servers" action={connect}>
          An admin connects a server here: a command that runs in the sandbox, or an address. Its tools are then listed,
          looked at, and imported one by one.
        </EmptyState>
      </div>
    );
  }
  return (
    <Table label="MCP servers">
      <Head>
        <HeadCell>Server</HeadCell>
        <HeadCell>State</HeadCell>
        <HeadCell wide>Transport</HeadCell>
        <HeadCell wide right>
          Listed
        </HeadCell>
        <HeadCell wide right>
          Imported
        </HeadCell>
        <HeadCell right>Changed</HeadCell>
        <HeadCell wide right>
          Last listed
        </HeadCell>
      </Head>
      <tbody>
        {servers.map((server) => (
          <Row key={server.id} muted={server.state === "retired"}>
            <Cell className="w-[58%] max-w-0 md:w-[40%]">
              <RowLink href={`/servers/${server.name}`} className="[overflow-wrap:anywhere]">
                {server.name}
              </RowLink>
              <span className="block truncate font-mono text-xs text-ink-2">
                <VisibleText text={server.reachedAt} line />
              </span>
              {server.state === "failing" && server.errorMessage && (
                <span className="block truncate text-sm text-bad">
                  <VisibleText text={server.errorMessage} line />
                </span>
              )}
            </Cell>
            <Cell>
              <StateMark state={server.state} />
              {server.sync !== "idle" && <span className="block text-sm text-ink-2">{syncWords(server.sync)}</span>}
              {server.state === "failing" && server.failures > 1 && (
                <span className="block text-sm text-ink-2">{server.failures} times in a row</span>
              )}
            </Cell>
            <Cell wide>
              <Chip>{transportWord(server.transport)}</Chip>
            </Cell>
            <Cell wide right className="figures text-ink-2">
              {server.listed.toLocaleString("en-GB")}
            </Cell>
            <Cell wide right className="figures text-ink-2">
              {server.imported.toLocaleString("en-GB")}
            </Cell>
            <Cell right className="figures">
              {server.changed > 0 ? (
                <Link
                  href={`/servers/${server.name}?show=changed`}
                  prefetch={false}
                  className="relative z-10 font-semibold text-dual hover:underline"
                >
                  {server.changed}
                </Link>
              ) : (
                <span className="text-ink-3">0</span>
              )}
            </Cell>
            <Cell wide right className="text-ink-2">
              {server.listedAt ? <Ago at={server.listedAt} /> : "never"}
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}
