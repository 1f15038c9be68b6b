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
  const all = found.up + found.down + found.asked;
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
      {found.own.length > 0 && (
        <p className="mt-2 text-medium">
          {found.own.slice(0, 10).join(", ")}
          {found.own.length > 10 && ` and ${found.own.length - 10} more`}{" "}
          {found.own.length === 1 ? "has a section of its own" : "have sections of their own"}: what is said here about{" "}
          {found.own.length === 1 ? "it" : "them"} would hold only if this text took its place.
        </p>
      )}
      <Section
        title="What they would act at today"
        note="both replayed from the start, without what people did meanwhile; only differences"
      >
        {found.ends.length === 0 ? (
          <p className="text-ink-2">Every agent would be where the text in force would have brought it.</p>
        ) : (
          <Table label="What they would act at today">
            <Head>
              <HeadCell>Agent</HeadCell>
              <HeadCell>In</HeadCell>
              <HeadCell>By what is in force</HeadCell>
              <HeadCell>By this text</HeadCell>
            </Head>
            <tbody>
              {found.ends.map(({ agent, categories, inForce, tried }) => (
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
      <Section
        title="When"
        note={found.moves.length < all ? `the newest ${found.moves.length} of ${all}` : "the newest first"}
      >
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
