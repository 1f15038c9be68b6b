import Link from "next/link";
import { Flag } from "#components/ui/chip.tsx";
import { Section } from "#components/ui/section.tsx";
import { StateMark } from "#components/ui/state-mark.tsx";
import { Cell, Head, HeadCell, Row, RowLink, Table } from "#components/ui/table.tsx";
import type { ToolContract } from "#lib/registry/contract.ts";
import { permissionsOf } from "#lib/registry/manifest/permissions-of.ts";
import { shownState } from "#lib/registry/shown-state.ts";
import type { ShelfCategory, ShelfItem } from "#lib/tools/arrange-shelf.ts";

/** The tools that ship, by category: what each may touch here, and what keeps one from working. */
export function ShelfList({ categories }: { categories: readonly ShelfCategory[] }) {
  return categories.map(({ category, items }) => (
    <Section key={category} title={category.replaceAll("_", " ")} note={noteOf(items)}>
      <Table label={`Tools of ${category}`}>
        <Head>
          <HeadCell>Tool</HeadCell>
          <HeadCell>Here</HeadCell>
          <HeadCell wide>May touch</HeadCell>
          <HeadCell wide>Classes</HeadCell>
          <HeadCell wide right>
            People
          </HeadCell>
        </Head>
        <tbody>
          {items.map((item) => (
            <ShelfRow key={item.contract.name} item={item} />
          ))}
        </tbody>
      </Table>
    </Section>
  ));
}

function noteOf(items: readonly ShelfItem[]): string {
  const ready = items.filter(({ registered, lacks }) => registered?.pinned && lacks.length === 0).length;
  return `${ready} of ${items.length} ready`;
}

function ShelfRow({ item: { contract, registered, lacks } }: { item: ShelfItem }) {
  const { name, summary = "", safetyClass, egressClass, actionType } = contract;
  return (
    <Row muted={registered === null}>
      <Cell className="align-top! md:w-[30%]">
        {registered ? (
          <RowLink href={`/registry/${name}`} className="block font-mono text-sm [overflow-wrap:anywhere]">
            {name}
          </RowLink>
        ) : (
          <span className="block font-mono text-sm">{name}</span>
        )}
        <span className="block text-sm text-ink-2">{summary}</span>
        {/* Where there is no room for a column of it: what a tool may touch is what this page is for. */}
        <span className="mt-1 block text-sm md:hidden">
          <Reach contract={contract} example={registered === null} />
          <span className="block text-ink-2">
            {safetyClass} · {egressClass}
          </span>
        </span>
      </Cell>
      <Cell className="align-top! md:w-[22%]">
        <span className="grid justify-items-start gap-1">
          {registered ? <StateMark state={shownState(registered)} /> : <Flag dashed>not set up</Flag>}
          {lacks.map((lack) => (
            <span key={lack} className="block text-sm text-medium [overflow-wrap:anywhere]">
              lacks {lack}
            </span>
          ))}
        </span>
      </Cell>
      <Cell wide className="align-top! text-sm">
        <Reach contract={contract} example={registered === null} />
      </Cell>
      <Cell wide className="whitespace-nowrap align-top! md:w-[16%]">
        <span className="block">
          {safetyClass} · {egressClass}
        </span>
        <code className="text-xs text-ink-2">{actionType}</code>
      </Cell>
      <Cell wide right className="figures align-top! md:w-[8%]">
        {permissionsOf(contract).approvals}
      </Cell>
    </Row>
  );
}

function Reach({ contract, example }: { contract: ToolContract; example: boolean }) {
  const { policy, runtime } = contract;
  if (runtime.kind === "platform") return <>Airlock's own database; no code runs</>;
  const { read = [], write = [] } = policy.filesystem ?? {};
  const hosts = policy.network?.mode === "allowlist" ? (policy.network.hosts ?? []) : [];
  const lines = [
    { key: "writes", values: write },
    { key: "reads", values: read },
    { key: example ? "hosts, for example" : "hosts", values: hosts },
  ].filter(({ values }) => values.length > 0);
  return (
    <>
      {lines.map(({ key, values }) => (
        <span key={key} className="block [overflow-wrap:anywhere]">
          <span className="text-ink-2">{key} </span>
          <code className="text-xs">{values.join(", ")}</code>
        </span>
      ))}
      {hosts.length === 0 && <span className="block text-ink-2">no network</span>}
      {policy.exec === "allow" && <span className="block text-ink-2">may start programs</span>}
    </>
  );
}

/** Where what is missing is put right. */
export function ShelfHelp() {
  return (
    <p className="mb-4 max-w-[80ch] text-ink-2">
      Every tool that ships, and how far it is set up in this installation. A tool that works through something of your
      own appears when <code className="text-xs">tools.yaml</code> has its section and Airlock is started again; an
      admin keeps its credentials under{" "}
      <Link href="/settings?tab=secrets" prefetch={false} className="text-accent underline">
        Settings, Secrets
      </Link>
      .
    </p>
  );
}
