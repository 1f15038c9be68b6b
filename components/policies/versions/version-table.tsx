import Link from "next/link";
import { Flag } from "#components/ui/chip.tsx";
import { Cell, Head, HeadCell, Row, RowLink, Table } from "#components/ui/table.tsx";
import { Ago } from "#components/ui/time.tsx";
import { VisibleText } from "#components/untrusted/visible-text.tsx";
import type { PolicyVersionItem } from "#lib/policy/versions/policy-version.ts";
import { VersionState } from "./version-state.tsx";
import { waitsAt } from "./waits-at.ts";

/** Every version, the newest first: who wrote it and why, and what became of it. */
export function VersionTable({ versions, label }: { versions: readonly PolicyVersionItem[]; label: string }) {
  return (
    <Table label={label}>
      <Head>
        <HeadCell>Version</HeadCell>
        <HeadCell>State</HeadCell>
        <HeadCell wide>Written</HeadCell>
        <HeadCell>Reason</HeadCell>
        <HeadCell wide>In force</HeadCell>
        <HeadCell wide right>
          <span className="sr-only">Where it waits</span>
        </HeadCell>
      </Head>
      <tbody>
        {versions.map((version) => (
          <Row key={version.version}>
            <Cell className="figures whitespace-nowrap">
              <RowLink href={`/policies/versions/${version.version}`}>v{version.version}</RowLink>
              {version.base !== null && <span className="ml-1.5 text-sm text-ink-3">from v{version.base}</span>}
            </Cell>
            <Cell>
              <span className="flex flex-wrap items-center gap-1.5">
                <VersionState state={version.state} />
                {version.widens && (
                  <span title="It allowed more than the version in force when it was proposed, so it takes two reviewers">
                    <Flag tone="dual">allows more</Flag>
                  </span>
                )}
              </span>
            </Cell>
            <Cell wide className="whitespace-nowrap text-ink-2">
              {version.author ?? "as shipped"}, <Ago at={version.createdAt} />
            </Cell>
            <Cell className="text-ink-2">
              <span className="line-clamp-2">
                <VisibleText text={version.reason} />
              </span>
            </Cell>
            <Cell wide className="whitespace-nowrap text-ink-2">
              {version.activatedAt ? <Ago at={version.activatedAt} /> : "never"}
            </Cell>
            <Cell wide right>
              {version.state === "proposed" && (
                <Link
                  href={waitsAt(version)}
                  prefetch={false}
                  className="relative z-10 whitespace-nowrap text-accent underline"
                >
                  in the inbox
                </Link>
              )}
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}
