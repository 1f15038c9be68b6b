import Link from "next/link";
import { Callout } from "#components/ui/callout.tsx";
import { KeyValues } from "#components/ui/key-values.tsx";
import type { AgentPolicy } from "#lib/policy/document/policy-document.ts";

/** What the policy says of this agent by its name. */
export function AgentEntry({ entry }: { entry: AgentPolicy | undefined }) {
  return (
    <>
      {entry?.enforce_tool_policies === false && (
        <div className="mb-3">
          <Callout
            tone="high"
            title={<b className="font-semibold">The path and host gate only reports for this agent.</b>}
          >
            What it would refuse is logged and let through. The sandbox is as tight as ever.
          </Callout>
        </div>
      )}
      <KeyValues
        items={[
          { key: "profiles", value: <Profiles names={entry?.profiles ?? []} /> },
          ...(entry?.custom_level ? [{ key: "custom level", value: entry.custom_level }] : []),
          { key: "may also use", value: <Names names={entry?.allow ?? []} empty="nothing by name" /> },
          { key: "may not use", value: <Names names={entry?.deny ?? []} empty="nothing by name" /> },
          {
            key: "path and host gate",
            value: entry?.enforce_tool_policies === false ? "reports only" : "refuses what is out of bounds",
          },
        ]}
      />
    </>
  );
}

function Profiles({ names }: { names: readonly string[] }) {
  if (names.length === 0) return <span className="text-ink-2">none</span>;
  return (
    <span className="flex flex-wrap gap-x-3">
      {names.map((name) => (
        <Link
          key={name}
          href={`/policies/profiles/${name}`}
          prefetch={false}
          className="font-mono text-sm text-accent underline"
        >
          {name}
        </Link>
      ))}
    </span>
  );
}

function Names({ names, empty }: { names: readonly string[]; empty: string }) {
  if (names.length === 0) return <span className="text-ink-2">{empty}</span>;
  return (
    <span className="flex flex-wrap gap-x-3">
      {names.map((name) => (
        <Link
          key={name}
          href={`/registry/${name}`}
          prefetch={false}
          className="font-mono text-sm text-accent underline"
        >
          {name}
        </Link>
      ))}
    </span>
  );
}
