import { Cell, Head, HeadCell, Row, Table } from "#components/ui/table.tsx";
import { VisibleText } from "#components/untrusted/visible-text.tsx";
import type { OutsideCheck } from "#lib/policy/document/policy-document.ts";

/** The services that are asked before a call is decided. */
export function ChecksTable({ checks }: { checks: readonly OutsideCheck[] }) {
  return (
    <Table label="Outside checks">
      <Head>
        <HeadCell>Check</HeadCell>
        <HeadCell>Asks</HeadCell>
        <HeadCell wide>Before</HeadCell>
        <HeadCell right>Waits</HeadCell>
      </Head>
      <tbody>
        {checks.map((check) => (
          <Row key={check.name}>
            <Cell className="font-medium">{check.name}</Cell>
            <Cell>
              <code className="text-xs [overflow-wrap:anywhere]">
                <VisibleText text={check.url} />
              </code>
            </Cell>
            <Cell wide className="text-ink-2">
              {check.tools ? <code className="text-xs">{check.tools.join(", ")}</code> : "every call"}
            </Cell>
            <Cell right className="figures whitespace-nowrap text-ink-2">
              {check.timeout_ms.toLocaleString("en-GB")} ms
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}
