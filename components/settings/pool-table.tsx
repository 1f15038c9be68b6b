import { Hash } from "#components/ui/hash.tsx";
import { Cell, Head, HeadCell, Row, Table } from "#components/ui/table.tsx";
import type { PoolState } from "#lib/sandbox/pool/pool-state.ts";

/** Sandboxes that stand ready, one row a plan. Each serves one call; `reused` is where a lifecycle keeps one longer. */
export function PoolTable({ pool }: { pool: readonly PoolState[] }) {
  const figure = (value: number) => value.toLocaleString("en-GB");
  return (
    <Table label="Sandboxes that stand ready">
      <Head>
        <HeadCell>Plan</HeadCell>
        <HeadCell right>Ready</HeadCell>
        <HeadCell wide right>
          Wanted
        </HeadCell>
        <HeadCell right>Warm</HeadCell>
        <HeadCell right>Cold</HeadCell>
        <HeadCell wide right>
          Reused
        </HeadCell>
      </Head>
      <tbody>
        {pool.map(({ key, ready, wanted, served }) => (
          <Row key={key}>
            <Cell>
              <Hash value={key} />
            </Cell>
            <Cell right className="figures">
              {figure(ready)}
            </Cell>
            <Cell wide right className="figures">
              {figure(wanted)}
            </Cell>
            <Cell right className="figures">
              {figure(served.warm)}
            </Cell>
            <Cell right className="figures">
              {figure(served.cold)}
            </Cell>
            <Cell wide right className="figures">
              {figure(served.reused)}
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}
