import type { Metadata } from "next";
import { requireSession } from "#app/server/session.ts";
import { CleaningTabs } from "#components/cleaning/cleaning-tabs.tsx";
import { percent, ScoreTable } from "#components/cleaning/score-table.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { Hash } from "#components/ui/hash.tsx";
import { Page, PageTitle } from "#components/ui/page.tsx";
import { Section } from "#components/ui/section.tsx";
import { readScorecard } from "#lib/threads/read-scorecard.ts";

export const metadata: Metadata = { title: "Cleaner's scorecard" };

export default async function ScorecardPage() {
  await requireSession();
  const { own, measured } = await readScorecard();
  const sets = [
    { name: "own rows, now", scores: own },
    { name: "larger sets, developed on", scores: measured.developed },
    { name: "larger sets, kept back", scores: measured.kept },
  ];
  return (
    <Page>
      <PageTitle title="Cleaning" facts="What the rules that ship find, and what they leave alone, family by family." />
      <CleaningTabs current="scorecard" />
      <Callout tone="medium" title={<b className="font-semibold">This does not prevent attacks</b>}>
        Reading words cannot reveal a plain request that gives no sign of being an attack (the family “implicit”). Those
        are left to approvals, the egress rules, and the marks that say where an argument came from.
      </Callout>
      <Section title="Found" note="mean over groups of the hostile rows that raised an alarm and left nothing behind">
        <ScoreTable
          label="Hostile families"
          measure="Hostile family"
          columns={sets.map(({ name, scores }) => ({ name, scores: scores.hostile }))}
        />
      </Section>
      <Section title="Left alone" note="mean over groups of the honest rows that raised no alarm">
        <ScoreTable
          label="Honest families"
          measure="Honest family"
          columns={sets.map(({ name, scores }) => ({ name, scores: scores.honest }))}
        />
      </Section>
      <Section title="Over all honest rows">
        <ul className="grid gap-1">
          {sets.map(({ name, scores }) => (
            <li key={name}>
              <b className="font-medium">{name}</b>: {percent(scores.silence)} raised no alarm, at least{" "}
              {percent(scores.silenceLower)} by Wilson’s bound; {percent(scores.same)} of what must not change came back
              byte for byte.
            </li>
          ))}
        </ul>
      </Section>
      <p className="mt-4 flex flex-wrap items-center gap-2 text-sm text-ink-2">
        The larger sets are not part of the product; they were last measured on {measured.date}, as
        <Hash value={measured.digest} />
      </p>
    </Page>
  );
}
