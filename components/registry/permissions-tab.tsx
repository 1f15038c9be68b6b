import { limitText } from "#components/decision/plan-preview.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { Flag } from "#components/ui/chip.tsx";
import { Section } from "#components/ui/section.tsx";
import { Cell, Head, HeadCell, Row, Table } from "#components/ui/table.tsx";
import { VisibleText } from "#components/untrusted/visible-text.tsx";
import type { ToolContract } from "#lib/registry/contract.ts";
import {
  type Breadth,
  describeLimits,
  describePermissions,
  type LimitLine,
} from "#lib/registry/describe-permissions.ts";
import { Json } from "./json-block.tsx";

const BREADTHS: Record<Breadth, { word: string; tone: "plain" | "ok" | "medium" | "high" }> = {
  nothing: { word: "nothing", tone: "ok" },
  listed: { word: "listed", tone: "plain" },
  wide: { word: "wide", tone: "medium" },
  widest: { word: "widest", tone: "high" },
};

/** What the tool declares it will touch, how wide that is, and who keeps it to that. */
export function PermissionsTab({ contract }: { contract: ToolContract }) {
  const permissions = describePermissions(contract.policy);
  const unsaid = permissions.filter(({ declared }) => declared === undefined).map(({ what }) => what);
  return (
    <>
      <NoWalls contract={contract} />
      {unsaid.length > 0 && contract.runtime.kind !== "external" && (
        <div className="mb-4">
          <Callout tone="high" title={<b className="font-semibold">Not said: {unsaid.join(", ")}.</b>}>
            What a contract does not say ranks widest in reviews and differences. When it runs it grants nothing by
            itself: the agent's access level decides.
          </Callout>
        </div>
      )}
      <Table label="Permissions">
        <Head>
          <HeadCell>It may touch</HeadCell>
          <HeadCell>Declared</HeadCell>
          <HeadCell wide>Breadth</HeadCell>
          <HeadCell wide>Held by</HeadCell>
        </Head>
        <tbody>
          {permissions.map(({ what, declared, words, breadth, held }) => (
            <Row key={what}>
              <Cell className="w-32 whitespace-nowrap align-top! font-medium">{what}</Cell>
              <Cell className="align-top! md:w-[34%]">
                {declared === undefined ? (
                  <span className="font-medium text-high">{words}: ranks widest</span>
                ) : (
                  <Patterns list={declared} words={words} />
                )}
                <span className="mt-1 block text-sm text-ink-2 md:hidden">{held.join(" ")}</span>
              </Cell>
              <Cell wide className="align-top!">
                <Flag tone={BREADTHS[breadth].tone}>{BREADTHS[breadth].word}</Flag>
              </Cell>
              <Cell wide className="align-top! text-ink-2">
                {held.map((sentence) => (
                  <span key={sentence} className="block [overflow-wrap:anywhere]">
                    {sentence}
                  </span>
                ))}
              </Cell>
            </Row>
          ))}
        </tbody>
      </Table>
      <Section title="Limits" note="on a machine with control groups; a dispatcher with less refuses the hard ones">
        <Limits lines={describeLimits(contract.policy)} />
      </Section>
      <div className="mt-5 grid gap-5 xl:grid-cols-2 [&>section]:mt-0">
        <Section title="Gate" note="arguments that are checked before anything runs">
          {contract.gate ? <Json value={contract.gate} /> : <p className="text-ink-2">By name and shape alone.</p>}
        </Section>
        <Section title="Constraints" note="within one session of an agent">
          {contract.constraints ? <Json value={contract.constraints} /> : <p className="text-ink-2">None.</p>}
        </Section>
      </div>
    </>
  );
}

function NoWalls({ contract }: { contract: ToolContract }) {
  if (contract.runtime.kind !== "external") return null;
  return (
    <div className="mb-4">
      <Callout tone="bad" title={<b className="font-semibold">Nothing below is held by Airlock.</b>}>
        The agent's own runtime runs this tool, without a sandbox of ours. What it declares is its author's word.
      </Callout>
    </div>
  );
}

function Patterns({ list, words }: { list: readonly string[]; words: string }) {
  return (
    <>
      {words && <span className={list.length === 0 ? "text-ink-2" : "block"}>{words}</span>}
      {list.map((pattern) => (
        <code key={pattern} className="block text-xs">
          <VisibleText text={pattern} />
        </code>
      ))}
    </>
  );
}

const HOLDERS: Record<LimitLine["held"], { word: string; tone: "plain" | "ok" | "medium" }> = {
  kernel: { word: "kernel", tone: "ok" },
  reader: { word: "reader kills", tone: "ok" },
  none: { word: "not held", tone: "medium" },
};

function Limits({ lines }: { lines: readonly LimitLine[] }) {
  return (
    <Table label="Limits">
      <Head>
        <HeadCell>Limit</HeadCell>
        <HeadCell>Value</HeadCell>
        <HeadCell>Held by</HeadCell>
        <HeadCell wide>How</HeadCell>
      </Head>
      <tbody>
        {lines.map((line) => (
          <Row key={line.name}>
            <Cell>
              <code className="text-xs">{line.name}</code>
            </Cell>
            <Cell className="figures">
              {limitText(line.name, line.value)}
              {!line.declared && <span className="text-ink-2"> · default, not declared</span>}
              {line.hard && (
                <>
                  {" "}
                  <Flag tone="dual">hard</Flag>
                </>
              )}
            </Cell>
            <Cell>
              <Flag tone={HOLDERS[line.held].tone}>{HOLDERS[line.held].word}</Flag>
            </Cell>
            <Cell wide className="text-ink-2">
              {line.how}
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}
