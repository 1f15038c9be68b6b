import { EmptyState } from "#components/ui/empty-state.tsx";
import { Cell, Head, HeadCell, Row, Table } from "#components/ui/table.tsx";
import { ClockTime } from "#components/ui/time.tsx";
import { VisibleText } from "#components/untrusted/visible-text.tsx";
import { type NetworkRun, noConnections } from "./no-connections.ts";

/** How much of a connection the proxy could look at, where that is not the whole. */
const SEEN = {
  server_name: "inside TLS: only the server's name was seen",
  nothing: "not a protocol that the proxy reads",
};

/** Every connection that the sandbox tried, as the egress proxy decided it. Hosts and paths were chosen by the tool. */
export function RunNetwork({ runs, external }: { runs: readonly NetworkRun[]; external: boolean }) {
  const entries = runs.flatMap(({ network }) => network ?? []);
  if (entries.length === 0) {
    const { title, sentence } = noConnections(runs, external);
    return <EmptyState title={title}>{sentence}</EmptyState>;
  }
  return (
    <Table label="Connections">
      <Head>
        <HeadCell className="w-24">At</HeadCell>
        <HeadCell className="w-24">Verdict</HeadCell>
        <HeadCell>Host</HeadCell>
        <HeadCell wide>Asked for</HeadCell>
        <HeadCell wide right>
          In
        </HeadCell>
        <HeadCell wide right>
          Out
        </HeadCell>
      </Head>
      <tbody>
        {entries.map((entry, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a log is only ever appended to.
          <Row key={index}>
            <Cell className="text-ink-2">
              <ClockTime at={entry.at} />
            </Cell>
            <Cell className={entry.allowed ? "font-medium text-ok" : "font-medium text-bad"}>
              {entry.allowed ? "✓ let through" : `✕ ${entry.reason ?? "refused"}`}
            </Cell>
            <Cell className="font-mono text-xs">
              <VisibleText text={`${entry.host}:${entry.port}`} />
            </Cell>
            <Cell wide className="font-mono text-xs text-ink-2">
              <VisibleText text={[entry.method, entry.path].filter(Boolean).join(" ")} />
              {entry.seen && entry.seen !== "request" && (
                <span className="block font-sans text-ink-3">{SEEN[entry.seen]}</span>
              )}
            </Cell>
            <Cell wide right className="figures text-ink-2">
              {entry.bytesIn?.toLocaleString("en-GB") ?? "–"}
            </Cell>
            <Cell wide right className="figures text-ink-2">
              {entry.bytesOut?.toLocaleString("en-GB") ?? "–"}
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}
