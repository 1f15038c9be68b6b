import Link from "next/link";
import { Chip } from "#components/ui/chip.tsx";
import { Cell, Head, HeadCell, Row, Table } from "#components/ui/table.tsx";
import { ClockTime } from "#components/ui/time.tsx";
import { VisibleText } from "#components/untrusted/visible-text.tsx";
import type { PolicyRule } from "#lib/policy/document/policy-document.ts";
import { PeopleChip } from "../people-chip.tsx";
import { countingParts, type RulePart, reachParts, subjectOf } from "./rule-parts.ts";

/** The rules of a profile in the order of the document; which comes first makes no difference to what is decided. */
export function RulesTable({ rules, now }: { rules: readonly PolicyRule[]; now: number }) {
  return (
    <Table label="Rules">
      <Head>
        <HeadCell wide right>
          Rule
        </HeadCell>
        <HeadCell>For</HeadCell>
        <HeadCell>Asks</HeadCell>
        <HeadCell wide>Reach and limits</HeadCell>
        <HeadCell wide>Counts</HeadCell>
        <HeadCell wide>Until</HeadCell>
        <HeadCell wide>Why</HeadCell>
      </Head>
      <tbody>
        {rules.map((rule, at) => {
          const over = rule.until !== undefined && Date.parse(rule.until) <= now;
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: A rule has no name but its number in the document.
            <Row key={at} muted={over}>
              <Cell wide right className="figures align-top! text-ink-3">
                {at + 1}
              </Cell>
              <Cell className="align-top!">
                <Subject rule={rule} />
                <span className="mt-1 block text-ink-2 md:hidden">
                  <VisibleText text={rule.reason} />
                  <Parts parts={[...reachParts(rule), ...countingParts(rule)]} />
                  {over && <span className="font-medium">Over: it no longer applies.</span>}
                </span>
              </Cell>
              <Cell className="align-top!">
                <Asks rule={rule} />
              </Cell>
              <Cell wide className="align-top!">
                <Parts parts={reachParts(rule)} />
              </Cell>
              <Cell wide className="align-top!">
                <Parts parts={countingParts(rule)} />
              </Cell>
              <Cell wide className="align-top! whitespace-nowrap text-ink-2">
                {rule.until === undefined ? "no end" : <ClockTime at={rule.until} form="date" />}
                {over && <span className="block font-medium">over: it no longer applies</span>}
              </Cell>
              <Cell wide className="align-top! text-ink-2">
                <VisibleText text={rule.reason} />
              </Cell>
            </Row>
          );
        })}
      </tbody>
    </Table>
  );
}

function Subject({ rule }: { rule: PolicyRule }) {
  const { kind, name } = subjectOf(rule);
  return (
    <>
      <span className="block text-xs text-ink-3">{kind}</span>
      {kind === "tool" ? (
        <Link href={`/registry/${name}`} prefetch={false} className="font-mono text-sm text-accent underline">
          {name}
        </Link>
      ) : (
        <code className="text-sm">{name}</code>
      )}
    </>
  );
}

function Asks({ rule: { deny, people } }: { rule: PolicyRule }) {
  if (deny) return <Chip tone="bad">✕ denied</Chip>;
  return people === undefined ? <span className="text-ink-3">as it is</span> : <PeopleChip people={people} />;
}

function Parts({ parts }: { parts: readonly RulePart[] }) {
  return parts.map(({ label, value }) => (
    <span key={label} className="block text-sm">
      <span className="text-ink-3">{label}</span> <code className="text-xs [overflow-wrap:anywhere]">{value}</code>
    </span>
  ));
}
