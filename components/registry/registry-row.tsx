import Link from "next/link";
import { Flag } from "#components/ui/chip.tsx";
import { KeyValues } from "#components/ui/key-values.tsx";
import { VisibleText } from "#components/untrusted/visible-text.tsx";
import type { ToolDetail } from "#lib/registry/queries/read-tool.ts";
import { sourceWord } from "./source-word.ts";

/** The row in force, by the names that its columns have, and what of it a guard wrote against whoever registered. */
export function RegistryRow({ tool }: { tool: ToolDetail }) {
  return (
    <KeyValues
      items={[
        { key: "egress_class", value: <code className="text-xs">{tool.egressClass}</code> },
        { key: "safety_class", value: <code className="text-xs">{tool.safetyClass}</code> },
        { key: "requires_approval", value: <Approval tool={tool} /> },
        {
          key: "action",
          value: (
            <code className="text-xs">
              {tool.category} · {tool.actionType}
            </code>
          ),
        },
        { key: "source", value: <Source tool={tool} /> },
        ...(tool.state === "drifted" || tool.serveWhileDrifted
          ? [
              {
                key: "while drifted",
                value: tool.serveWhileDrifted ? "the reviewed version is served" : "calls are refused",
              },
            ]
          : []),
      ]}
    />
  );
}

function Approval({ tool }: { tool: ToolDetail }) {
  const people = tool.safetyClass === "privileged" ? "two people" : "one person";
  return (
    <>
      <code className="text-xs">{String(tool.requiresApproval)}</code>
      {tool.requiresApproval && `: ${people}`}
      {tool.approvalForced && (
        <span className="block text-sm text-ink-2">
          <Flag tone="dual">set by the guard</Flag> The trigger{" "}
          <code className="text-xs">trg_tools_registry_egress_guard</code> set it, because of its classes.
        </span>
      )}
      {!tool.approvalForced && tool.requiresApproval && (
        <span className="block text-sm text-ink-2">Asked for at registration; the guard had nothing to add.</span>
      )}
    </>
  );
}

function Source({ tool }: { tool: ToolDetail }) {
  return (
    <>
      {sourceWord(tool.source)}
      {tool.server && (
        <>
          {" · "}
          <Link href={`/servers/${tool.server.name}`} prefetch={false} className="text-accent underline">
            {tool.server.name}
          </Link>
        </>
      )}
      {tool.upstreamName && tool.upstreamName !== tool.name && (
        <>
          {" · upstream "}
          <code className="text-xs">
            <VisibleText text={tool.upstreamName} />
          </code>
        </>
      )}
    </>
  );
}
