import Link from "next/link";
import { Chip } from "#components/ui/chip.tsx";
import { Cell, Head, HeadCell, Row, RowLink, Table } from "#components/ui/table.tsx";
import type { RehearsedExample, RehearsedPair } from "#lib/policy/rehearsal/rehearsal-result.ts";
import { isSame, type Transition, transitionWords } from "./stance-words.ts";

/** Agent by tool: how many of its calls would change, into what, and some of them to open. */
export function PairTable({ pairs, chosen }: { pairs: readonly RehearsedPair[]; chosen: Transition | null }) {
  const isChosen = (transition: Transition) => chosen === null || isSame(transition, chosen);
  const shown = pairs.filter(({ transitions }) => transitions.some(isChosen));
  return (
    <Table label="Changes by agent and tool">
      <Head>
        <HeadCell>Agent</HeadCell>
        <HeadCell>Tool</HeadCell>
        <HeadCell>What would change</HeadCell>
        <HeadCell right>Changed</HeadCell>
        <HeadCell right wide>
          Calls
        </HeadCell>
        <HeadCell>Such as</HeadCell>
      </Head>
      <tbody>
        {shown.map((pair) => (
          <Row key={`${pair.agentId} ${pair.tool}`}>
            <Cell>
              <RowLink href={`/invocations?agent=${pair.agentId}&tool=${encodeURIComponent(pair.tool)}`}>
                {pair.agent}
              </RowLink>
            </Cell>
            <Cell className="whitespace-nowrap font-mono text-sm">{pair.tool}</Cell>
            <Cell>
              <span className="flex flex-wrap gap-1">
                {pair.transitions.filter(isChosen).map((transition) => (
                  <Chip key={transitionWords(transition)} tone={transition.looser ? "high" : "plain"}>
                    {transition.looser && <b className="font-semibold">▲ looser</b>}
                    {transitionWords(transition)}
                  </Chip>
                ))}
              </span>
            </Cell>
            <Cell right className="figures font-medium">
              {number(changedOf(pair, isChosen))}
            </Cell>
            <Cell right wide className="figures text-ink-2">
              {number(pair.calls)}
            </Cell>
            <Cell>
              <Examples examples={pair.examples.filter(isChosen)} />
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}

const EXAMPLES_SHOWN = 3;

function Examples({ examples }: { examples: readonly RehearsedExample[] }) {
  return (
    <span className="flex gap-2">
      {examples.slice(0, EXAMPLES_SHOWN).map((example) => (
        <Link
          key={example.id}
          href={`/invocations/${example.id}`}
          prefetch={false}
          title={`${transitionWords(example)}, asked ${new Date(example.askedAt).toISOString()}`}
          className="relative z-10 font-mono text-xs text-accent underline"
        >
          {example.id.slice(-8)}
        </Link>
      ))}
    </span>
  );
}

function changedOf({ transitions }: RehearsedPair, isChosen: (transition: Transition) => boolean): number {
  return transitions.filter(isChosen).reduce((sum, { calls }) => sum + calls, 0);
}

function number(count: number): string {
  return count.toLocaleString("en-GB");
}
