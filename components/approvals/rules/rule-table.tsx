import Link from "next/link";
import { Chip } from "#components/ui/chip.tsx";
import { Cell, Head, HeadCell, Row, Table } from "#components/ui/table.tsx";
import { Ago, Countdown } from "#components/ui/time.tsx";
import { VisibleText } from "#components/untrusted/visible-text.tsx";
import type { ListedRule } from "#lib/approvals/rules/queries/list-rules.ts";
import { PatternLines } from "./pattern-lines.tsx";
import { RevokeRule, type RevokeRuleAction } from "./revoke-rule.tsx";

interface RuleTableProps {
  rules: readonly ListedRule[];
  /** Absent for those who may not. */
  revoke?: RevokeRuleAction;
}

const STATE_TONES = {
  "in force": "ok",
  asleep: "medium",
  "used up": "plain",
  over: "plain",
  revoked: "plain",
} as const;

/** Every standing rule: what it answers, for which calls, how much of it is left, who made it and from what. */
export function RuleTable({ rules, revoke }: RuleTableProps) {
  return (
    <Table label="Standing rules">
      <Head>
        <HeadCell>Answer</HeadCell>
        <HeadCell>Calls</HeadCell>
        <HeadCell wide>Used</HeadCell>
        <HeadCell wide>Ends</HeadCell>
        <HeadCell wide>Made</HeadCell>
        <HeadCell right>
          <span className="sr-only">Revoke</span>
        </HeadCell>
      </Head>
      <tbody>
        {rules.map((rule) => (
          <Row key={rule.id}>
            <Cell className="align-top">
              <span className="grid justify-items-start gap-1">
                <Chip tone={rule.effect === "approve" ? "accent" : "bad"}>
                  {rule.effect === "approve" ? "approves" : "refuses"}
                </Chip>
                <Chip tone={STATE_TONES[rule.state]}>{rule.state}</Chip>
              </span>
            </Cell>
            <Cell className="align-top">
              <div className="font-medium">
                <Link href={`/registry/${rule.tool}`} prefetch={false} className="underline">
                  {rule.tool}
                </Link>{" "}
                v{rule.toolVersion} · {rule.agent ? rule.agent.name : "every agent"}
              </div>
              <PatternLines pattern={rule.pattern} />
              <p className="mt-1 text-sm text-ink-2">
                <VisibleText text={rule.reason} />
              </p>
              <div className="mt-1 grid gap-0.5 text-sm text-ink-2 md:hidden">
                <span>
                  <Uses rule={rule} /> · <Ending rule={rule} />
                </span>
                <Maker rule={rule} />
              </div>
            </Cell>
            <Cell wide className="figures whitespace-nowrap align-top">
              <Uses rule={rule} />
            </Cell>
            <Cell wide className="align-top">
              <Ending rule={rule} />
            </Cell>
            <Cell wide className="align-top">
              <Maker rule={rule} />
            </Cell>
            <Cell right className="align-top">
              {revoke && rule.revokedAt === null && rule.state !== "over" && <RevokeRule rule={rule} revoke={revoke} />}
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}

function Uses({ rule: { effect, uses, maxUses } }: { rule: ListedRule }) {
  if (effect === "deny") return <span title="Refusals are not counted against a budget">no budget</span>;
  return (
    <span>
      {uses.toLocaleString("en-GB")} of {maxUses.toLocaleString("en-GB")}
    </span>
  );
}

function Ending({ rule: { expiresAt, revokedAt, revokedBy, revocation, state } }: { rule: ListedRule }) {
  if (revokedAt !== null)
    return (
      <span className="text-sm">
        <Ago at={revokedAt} /> by {revokedBy ?? "Airlock"}
        {revocation && (
          <span className="block text-ink-2">
            <VisibleText text={revocation} />
          </span>
        )}
      </span>
    );
  return state === "over" ? <Ago at={expiresAt} /> : <Countdown until={expiresAt} />;
}

function Maker({ rule: { madeBy, madeFrom, createdAt } }: { rule: ListedRule }) {
  return (
    <span className="text-sm">
      {madeBy}, <Ago at={createdAt} />,{" "}
      <Link href={`/invocations/${madeFrom}`} prefetch={false} className="underline">
        from this call
      </Link>
    </span>
  );
}
