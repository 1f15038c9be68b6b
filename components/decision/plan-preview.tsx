import { KeyValues } from "#components/ui/key-values.tsx";
import type { LimitName } from "#lib/policy/tool-policy.ts";
import type { PlanPreview } from "#lib/sandbox/preview-plan.ts";

const UNITS: Record<LimitName, (value: number) => string> = {
  wallSeconds: (value) => `${value} s`,
  cpuSeconds: (value) => `${value} s of CPU`,
  memoryMb: (value) => `${value} MB`,
  processes: (value) => `${value} processes`,
  outputBytes: (value) => `${Math.round(value / 1024).toLocaleString("en-GB")} KiB out`,
  fileMb: (value) => `${value} MB a file`,
};

export function limitText(name: LimitName, value: number): string {
  return UNITS[name](value);
}

/** What the call would be given: the meet of the tool's policy and the agent's level. */
export function PlanFacts({ plan }: { plan: PlanPreview }) {
  if (plan.kind === "external") {
    return (
      <KeyValues
        items={[
          { key: "sandbox", value: <b className="font-semibold text-high">none: the agent's own runtime runs it</b> },
        ]}
      />
    );
  }
  if (plan.kind === "platform") {
    return (
      <KeyValues items={[{ key: "sandbox", value: "not needed: Airlock's own database does it, no code runs" }]} />
    );
  }
  if (plan.kind === "refused") return <KeyValues items={[{ key: "sandbox", value: plan.sentence }]} />;
  return (
    <KeyValues
      items={[
        { key: "writes", value: <Paths paths={plan.writes} /> },
        { key: "reads", value: <Paths paths={[...plan.reads]} /> },
        { key: "network", value: <Network network={plan.network} /> },
        { key: "programs", value: plan.exec === "allow" ? "may start others" : "may not start others" },
        { key: "limits", value: plan.limits.map(({ name, value }) => limitText(name, value)).join(" · ") },
        ...(plan.narrowed.length > 0 ? [{ key: "left out", value: <Paths paths={plan.narrowed} /> }] : []),
      ]}
    />
  );
}

function Network({ network }: { network: Extract<PlanPreview, { kind: "sandbox" }>["network"] }) {
  if (network.mode === "none") return "none";
  if (network.mode === "open") return <b className="font-semibold text-high">open</b>;
  return <Paths paths={network.hosts} />;
}

function Paths({ paths }: { paths: readonly string[] }) {
  if (paths.length === 0) return <span className="text-ink-2">nothing</span>;
  return (
    <span className="font-mono text-xs [overflow-wrap:anywhere]">
      {paths.map((path) => (
        <span key={path} className="block">
          {path}
        </span>
      ))}
    </span>
  );
}
