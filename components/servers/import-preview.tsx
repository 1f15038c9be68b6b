"use client";
import { useRouter } from "next/navigation";
import { type ReactNode, useState, useTransition } from "react";
import { callAction } from "#components/live/call-action.ts";
import { Callout } from "#components/ui/callout.tsx";
import { toast } from "#components/ui/toast.ts";
import type { Outcome } from "#lib/errors/outcome.ts";
import type { ImportedVersion, ImportRequest } from "#lib/registry/servers/import-tools.ts";
import { isImportable, type PreviewTool } from "#lib/registry/servers/preview-tools.ts";
import { ImportBar } from "./import-bar.tsx";
import { type Classes, PreviewRow } from "./preview-row.tsx";

interface ImportPreviewProps {
  serverId: string;
  serverRoot: string;
  tools: readonly PreviewTool[];
  /** The definition of the one tool that is looked at. */
  opened: { readonly upstream: string; readonly definition: ReactNode } | null;
  hrefOf: Readonly<Record<string, string>>;
  network: "none" | "allowlist" | "open";
  /** Null for a person who may not import. */
  importTools: ((input: ImportRequest) => Promise<Outcome<ImportedVersion[]>>) | null;
}

interface Refused {
  readonly message: string;
  /** The list moved: what was chosen is still chosen, over what is listed now. */
  readonly moved: boolean;
}

/** What the server lists, to be chosen from. What is sent is bound to the list that was rendered. */
export function ImportPreview(props: ImportPreviewProps) {
  const { serverId, serverRoot, tools, importTools } = props;
  const router = useRouter();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [classes, setClasses] = useState<ReadonlyMap<string, Classes>>(new Map());
  const [refused, setRefused] = useState<Refused>();
  const [busy, start] = useTransition();

  const importable = tools.filter(isImportable);
  const picked = importable.filter(({ upstream }) => chosen.has(upstream));
  const classesOf = (tool: PreviewTool): Classes => fitting(tool, classes.get(tool.upstream));
  const choose = (upstream: string, on: boolean) => {
    const next = new Set(chosen);
    if (on) next.add(upstream);
    else next.delete(upstream);
    setChosen(next);
  };
  const send = () =>
    start(async () => {
      if (!importTools) return;
      const outcome = await callAction(() =>
        importTools({
          serverId,
          serverRoot,
          tools: picked.map((tool) => ({ upstream: tool.upstream, ...classesOf(tool) })),
        }),
      );
      if (outcome.ok) {
        setChosen(new Set());
        setRefused(undefined);
        toast.success(wordsOn(outcome.value));
      } else {
        setRefused({ message: outcome.message, moved: outcome.code === "stale_payload" });
      }
      router.refresh();
    });
  return (
    <>
      {refused && (
        <div role="alert" className="mb-3">
          <Callout
            tone={refused.moved ? "medium" : "bad"}
            title={
              <b className="font-semibold">
                {refused.moved ? "The server lists other tools by now; look again." : "Nothing was imported."}
              </b>
            }
          >
            {refused.moved ? "Nothing was imported, and what you chose is still chosen." : refused.message}
          </Callout>
        </div>
      )}
      <ul aria-label="Tools of the server" className="grid gap-2">
        {tools.map((tool) => (
          <PreviewRow
            key={tool.upstream}
            tool={tool}
            href={props.hrefOf[tool.upstream] ?? ""}
            definition={props.opened?.upstream === tool.upstream ? props.opened.definition : null}
            network={props.network}
            choice={
              importTools && isImportable(tool)
                ? {
                    chosen: chosen.has(tool.upstream),
                    classes: classesOf(tool),
                    onChoose: (on) => choose(tool.upstream, on),
                    onClasses: (next) => setClasses(new Map([...classes, [tool.upstream, next]])),
                  }
                : null
            }
          />
        ))}
      </ul>
      {importTools && importable.length > 0 && (
        <ImportBar
          importable={importable}
          picked={picked}
          busy={busy}
          onPick={(some) => setChosen(new Set(some.map(({ upstream }) => upstream)))}
          onImport={send}
        />
      )}
    </>
  );
}

/** What was chosen for a tool, as far as its server's hints of today still leave it. */
function fitting({ offered, safetyClass, egressClass }: PreviewTool, set: Classes | undefined): Classes {
  const wanted = set ?? { safetyClass, egressClass };
  return {
    safetyClass: offered.safety.find((name) => name === wanted.safetyClass) ?? offered.safety[0] ?? "privileged",
    egressClass: offered.egress.find((name) => name === wanted.egressClass) ?? offered.egress[0] ?? "write",
  };
}

function wordsOn(made: readonly ImportedVersion[]): string {
  const held = made.filter(({ state }) => state === "quarantined").length;
  const words = made.length === 1 ? `${made[0]?.name} waits for review.` : `${made.length} tools wait for review.`;
  return held > 0
    ? `${words} In ${held} something grave was found: quarantined until two people say otherwise.`
    : words;
}
