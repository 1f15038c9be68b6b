import Link from "next/link";
import { Chip, type Tone } from "#components/ui/chip.tsx";
import { Section } from "#components/ui/section.tsx";
import { Cell, Head, HeadCell, Row, Table } from "#components/ui/table.tsx";
import { CATEGORIES } from "#lib/policy/vocabulary.ts";
import type { WhatIf, WhatIfMove } from "#lib/trust/what-if.ts";
import { kindWords, scopeWords } from "./score-words.ts";

const TONES: Readonly<Record<WhatIfMove["direction"], Tone>> = { up: "ok", down: "high", asked: "dual" };
const WORDS: Readonly<Record<WhatIfMove["direction"], string>> = {
  up: "promoted",
  down: "demoted",
  asked: "a person asked",
};

/** Who would have moved, and when; and where they would be today. */
export function WhatIfReport({ found }: { found: WhatIf }) {
  return (
    <>
      <p className="flex flex-wrap items-center gap-2">
        <Chip tone="ok">{found.up} promotions</Chip>
        <Chip tone="high">{found.down} demotions</Chip>
        <Chip tone="dual">{found.asked} for a person</Chip>
        <span className="text-ink-2">
          {found.agents} agents over {found.days} days under {found.strategy}
          {found.cut && "; the busiest, for there are more"}
        </span>
      </p>
      <Section title="What they would act at today" note="only where it differs from what is in force">
        {found.ends.length === 0 ? (
          <p className="text-ink-2">Everybody would be where they are under what is in force.</p>
        ) : (
          <Table label="What they would act at today">
            <Head>
              <HeadCell>Agent</HeadCell>
              <HeadCell>In</HeadCell>
              <HeadCell>In force</HeadCell>
              <HeadCell>What if</HeadCell>
            </Head>
            <tbody>
              {found.ends.slice(0, 100).map(({ agent, categories, inForce, tried }) => (
                <Row key={`${agent} ${inForce} ${tried}`}>
                  <Cell>
                    <Link href={`/agents/${agent}?tab=trust`} prefetch={false} className="text-accent underline">
                      {agent}
                    </Link>
                  </Cell>
                  <Cell>
                    {categories.length === CATEGORIES.length ? "everything" : categories.map(scopeWords).join(", ")}
                  </Cell>
                  <Cell className="text-ink-2">{inForce}</Cell>
                  <Cell>{tried}</Cell>
                </Row>
              ))}
            </tbody>
          </Table>
        )}
      </Section>
      <Section title="When" note="the newest first">
        {found.moves.length === 0 ? (
          <p className="text-ink-2">Nobody would have moved.</p>
        ) : (
          <Table label="When they would have moved">
            <Head>
              <HeadCell>Day</HeadCell>
              <HeadCell>Agent</HeadCell>
              <HeadCell>In</HeadCell>
              <HeadCell>Step</HeadCell>
              <HeadCell wide>Why</HeadCell>
            </Head>
            <tbody>
              {found.moves.map((move) => (
                <Row key={`${move.agent} ${move.category} ${move.at} ${move.to}`}>
                  <Cell className="figures whitespace-nowrap text-ink-2">
                    {new Date(move.at).toISOString().slice(0, 10)}
                  </Cell>
                  <Cell>{move.agent}</Cell>
                  <Cell>{scopeWords(move.category)}</Cell>
                  <Cell>
                    <span className="flex flex-wrap items-center gap-1.5">
                      <Chip tone={TONES[move.direction]}>{WORDS[move.direction]}</Chip>
                      {move.from} → {move.to}
                    </span>
                  </Cell>
                  <Cell wide className="text-sm text-ink-2">
                    {kindWords(move.kind)}: {move.reason}
                  </Cell>
                </Row>
              ))}
            </tbody>
          </Table>
        )}
      </Section>
    </>
  );
}
