import Link from "next/link";
import { Hash } from "#components/ui/hash.tsx";
import { Cell, Head, HeadCell, Row, Table } from "#components/ui/table.tsx";
import type { PoolItem } from "#lib/operations/list-workers.ts";

/**
 * Sandboxes that stand ready, one row a plan, and how the calls of that plan began. Each agent's workspace makes a plan of its
 * own, so a tool can have several. A sandbox serves one call; `reused` is where a lifecycle keeps it longer.
 */
export function PoolTable({ pool }: { pool: readonly PoolItem[] }) {
  const figure = (value: number) => value.toLocaleString("en-GB");
  return (
    <Table label="Sandboxes that stand ready">
      <Head>
        <HeadCell>Ready for</HeadCell>
        <HeadCell right>Now</HeadCell>
        <HeadCell wide right>
          Wanted
        </HeadCell>
        <HeadCell right>Began warm</HeadCell>
        <HeadCell right>Cold</HeadCell>
        <HeadCell wide right>
          Reused
        </HeadCell>
      </Head>
      <tbody>
        {pool.map(({ key, tool, ready, wanted, served }) => (
          <Row key={key}>
            <Cell>
              {tool ? (
                <Link href={`/registry/${tool}`} prefetch={false} className="mr-2 font-mono text-sm hover:underline">
                  {tool}
                </Link>
              ) : (
                <span className="mr-2 text-ink-2">code no longer in force</span>
              )}
              <span className="max-md:hidden">
                <Hash value={key} />
              </span>
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
