import Link from "next/link";
import { Flag } from "#components/ui/chip.tsx";
import { Hash } from "#components/ui/hash.tsx";
import { Section } from "#components/ui/section.tsx";
import { StateMark } from "#components/ui/state-mark.tsx";
import { Cell, Head, HeadCell, Row, RowLink, Table } from "#components/ui/table.tsx";
import { Ago } from "#components/ui/time.tsx";
import { VisibleText } from "#components/untrusted/visible-text.tsx";
import { isUndecided } from "#lib/registry/is-undecided.ts";
import type { ToolDrift } from "#lib/registry/queries/list-drifts.ts";
import type { ToolDetail, ToolVersionLine } from "#lib/registry/queries/read-tool.ts";
import { ChangeMark } from "./changes/change-mark.tsx";
import { foundWords } from "./found-words.ts";
import { pinnedWord } from "./pinned-word.ts";
import { sourceWord } from "./source-word.ts";

interface HistoryTabProps {
  tool: ToolDetail;
  drifts: readonly ToolDrift[];
  hrefOf: (number: number) => string;
}

/** Every version with who wrote it, who decided on it and why; each can be compared with the one before it. */
export function HistoryTab({ tool, drifts, hrefOf }: HistoryTabProps) {
  const missing = tool.versionCount - tool.versions.length;
  return (
    <>
      <Table label="Versions of this tool">
        <Head>
          <HeadCell>Version</HeadCell>
          <HeadCell>State</HeadCell>
          <HeadCell wide>Definition</HeadCell>
          <HeadCell wide>Written</HeadCell>
          <HeadCell wide>Decided</HeadCell>
          <HeadCell wide right>
            Compare
          </HeadCell>
        </Head>
        <tbody>
          {tool.versions.map((version) => (
            <Row key={version.id}>
              <Cell className="whitespace-nowrap align-top!">
                <RowLink href={hrefOf(version.number)}>v{version.number}</RowLink>
                {version.id === tool.pinnedVersionId && ` ${pinnedWord(tool)}`}
              </Cell>
              <Cell className="align-top!">
                <StateMark state={version.state} />
                {version.findings > 0 && (
                  <span className="ml-2">
                    <Flag tone={version.alarmed ? "bad" : "plain"}>
                      {version.findings === 1 ? "1 finding" : `${version.findings} findings`}
                    </Flag>
                  </span>
                )}
              </Cell>
              <Cell wide className="align-top!">
                <Hash value={version.definitionHash} head={6} />
              </Cell>
              <Cell wide className="align-top! text-ink-2">
                {version.author ?? sourceWord(version.source)}, <Ago at={version.createdAt} />
              </Cell>
              <Cell wide className="align-top! text-ink-2">
                <Decided version={version} />
              </Cell>
              <Cell wide right className="align-top!">
                {version.number > 1 && (
                  <Link
                    href={`/registry/${tool.name}?tab=changes&version=${version.number}&against=${version.number - 1}`}
                    prefetch={false}
                    className="relative z-10 text-accent underline"
                  >
                    with v{version.number - 1}
                  </Link>
                )}
              </Cell>
            </Row>
          ))}
        </tbody>
      </Table>
      {missing > 0 && (
        <p className="mt-2 text-sm text-ink-2">
          {missing.toLocaleString("en-GB")} older versions are kept and reached by their number in the address (
          <code className="text-xs">?version=1</code>).
        </p>
      )}
      {drifts.length > 0 && (
        <Section title="Drift" note="when the tool was found to differ from what was reviewed">
          <Table label="Drifts of this tool">
            <Head>
              <HeadCell>Seen</HeadCell>
              <HeadCell>Severity</HeadCell>
              <HeadCell wide>What</HeadCell>
              <HeadCell wide>Found</HeadCell>
              <HeadCell right>Times</HeadCell>
              <HeadCell>Became</HeadCell>
            </Head>
            <tbody>
              {drifts.map((drift) => (
                <Row key={drift.id}>
                  <Cell className="text-ink-2">
                    <Ago at={drift.firstSeenAt} />
                  </Cell>
                  <Cell>{drift.severity === "none" ? "none" : <ChangeMark severity={drift.severity} />}</Cell>
                  <Cell wide>
                    {drift.to === null ? (
                      `v${drift.from} was gone`
                    ) : (
                      <RowLink href={`/registry/${tool.name}?tab=changes&version=${drift.to}&against=${drift.from}`}>
                        v{drift.from} → v{drift.to}
                      </RowLink>
                    )}
                  </Cell>
                  <Cell wide className="text-ink-2">
                    {foundWords(drift.foundBy)}
                  </Cell>
                  <Cell right className="figures">
                    {drift.times.toLocaleString("en-GB")}
                  </Cell>
                  <Cell className="text-ink-2">{drift.resolution ?? "open"}</Cell>
                </Row>
              ))}
            </tbody>
          </Table>
        </Section>
      )}
    </>
  );
}

function Decided({ version }: { version: ToolVersionLine }) {
  if (!version.decidedAt) return isUndecided(version.state) ? "not yet" : "–";
  return (
    <>
      {version.decidedBy ?? "at installation"}, <Ago at={version.decidedAt} />
      {version.decisionReason && (
        <span className="block">
          <VisibleText text={version.decisionReason} />
        </span>
      )}
    </>
  );
}
