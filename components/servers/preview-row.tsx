"use client";
import Link from "next/link";
import { type ReactNode, useId } from "react";
import { FindingList } from "#components/findings/finding-list.tsx";
import { classes as join } from "#components/ui/classes.ts";
import { Select } from "#components/ui/field.tsx";
import { UntrustedBlock } from "#components/untrusted/untrusted-block.tsx";
import { VisibleText } from "#components/untrusted/visible-text.tsx";
import type { EgressClass, SafetyClass } from "#lib/policy/vocabulary.ts";
import type { PreviewTool } from "#lib/registry/servers/preview-tools.ts";
import { classWords } from "./class-words.ts";
import { PreviewStatus } from "./preview-status.tsx";

export interface Classes {
  readonly safetyClass: SafetyClass;
  readonly egressClass: EgressClass;
}

interface Choice {
  readonly chosen: boolean;
  readonly classes: Classes;
  readonly onChoose: (on: boolean) => void;
  readonly onClasses: (classes: Classes) => void;
}

interface PreviewRowProps {
  tool: PreviewTool;
  /** The address at which its definition is open, or closed again. */
  href: string;
  definition: ReactNode;
  network: "none" | "allowlist" | "open";
  /** Null where there is nothing to choose: it is here already, cannot be imported, or the person may not. */
  choice: Choice | null;
}

/** One tool of a listing: what its server says of it, what was noticed in that, and what it would be taken for. */
export function PreviewRow({ tool, href, definition, network, choice }: PreviewRowProps) {
  const id = useId();
  return (
    <li
      aria-label={tool.upstream}
      className={join(
        "grid gap-x-3 rounded-md border bg-panel px-3 py-2.5",
        choice ? "grid-cols-[auto_minmax(0,1fr)]" : "grid-cols-[minmax(0,1fr)]",
        choice?.chosen && "border-accent bg-accent-soft",
      )}
    >
      {choice && (
        <input
          type="checkbox"
          id={id}
          aria-label={`Import ${tool.upstream}`}
          checked={choice.chosen}
          onChange={(event) => choice.onChoose(event.target.checked)}
          className="mt-0.5 size-4 accent-accent"
        />
      )}
      <div className="grid min-w-0 gap-1.5">
        <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <label htmlFor={choice ? id : undefined} className="font-mono text-sm font-semibold [overflow-wrap:anywhere]">
            <VisibleText text={tool.upstream} />
          </label>
          {tool.name && !tool.imported && (
            <span className="text-sm text-ink-2">
              as <code className="text-xs [overflow-wrap:anywhere]">{tool.name}</code>
            </span>
          )}
          <PreviewStatus tool={tool} />
          {tool.status !== "removed" && (
            <Link href={href} scroll={false} prefetch={false} className="ml-auto text-sm text-accent underline">
              {definition ? "Close its definition" : "Its definition"}
            </Link>
          )}
        </div>
        {tool.problem && (
          <p className="text-sm text-bad">
            Cannot be imported: <VisibleText text={tool.problem.message} />{" "}
            <code className="text-xs">({tool.problem.code})</code>
          </p>
        )}
        {tool.description && (
          <UntrustedBlock>
            {/* The room around it is not of the part that is cut: a fourth line would show in it. */}
            <div className="px-2.5 py-1.5">
              <p className={definition ? undefined : "line-clamp-3"}>
                <VisibleText text={tool.description} />
              </p>
            </div>
          </UntrustedBlock>
        )}
        {tool.findings.length > 0 && !definition && <FindingList findings={tool.findings} />}
        {definition}
        {choice && <ClassChoice tool={tool} choice={choice} network={network} />}
      </div>
    </li>
  );
}

function ClassChoice({
  tool,
  choice,
  network,
}: {
  tool: PreviewTool;
  choice: Choice;
  network: PreviewRowProps["network"];
}) {
  const { safetyClass, egressClass } = choice.classes;
  const { offered } = tool;
  const change = (part: Partial<Classes>) => choice.onClasses({ ...choice.classes, ...part });
  return (
    <div className="grid gap-1">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 text-sm">
        <span className="flex items-center gap-1.5">
          taken for
          <Select
            aria-label={`Safety class of ${tool.upstream}`}
            value={safetyClass}
            className="w-auto! h-7!"
            onChange={(event) => {
              const next = offered.safety.find((name) => name === event.target.value);
              if (next) change({ safetyClass: next });
            }}
          >
            {offered.safety.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </Select>
        </span>
        <span className="flex items-center gap-1.5">
          egress
          <Select
            aria-label={`Egress class of ${tool.upstream}`}
            value={egressClass}
            className="w-auto! h-7!"
            onChange={(event) => {
              const next = offered.egress.find((name) => name === event.target.value);
              if (next) change({ egressClass: next });
            }}
          >
            {offered.egress.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </Select>
        </span>
        <span className="text-ink-2">{classWords(safetyClass, egressClass, network)}</span>
      </div>
      <p className="text-sm text-ink-2">
        Suggested {tool.safetyClass}, egress {tool.egressClass}: {tool.reasons.join(" ")}
      </p>
      {offered.why && <p className="text-sm text-medium">{offered.why}</p>}
    </div>
  );
}
