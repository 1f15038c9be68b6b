import { limitText } from "#components/decision/plan-preview.tsx";
import { KeyValues } from "#components/ui/key-values.tsx";
import { Section } from "#components/ui/section.tsx";
import { LIMIT_NAMES, type ToolPolicy } from "#lib/policy/tool-policy.ts";
import type { ToolContract } from "#lib/registry/contract.ts";
import { Json } from "./contract-tab.tsx";

/** What the tool declares it will touch. What it does not say ranks widest in a review and grants nothing when it runs. */
export function PolicyTab({ contract }: { contract: ToolContract }) {
  const { policy } = contract;
  return (
    <>
      <Section title="Declared">
        <KeyValues
          items={[
            { key: "risk", value: policy.risk ?? <Unsaid /> },
            { key: "reads", value: <Patterns list={policy.filesystem?.read} /> },
            { key: "writes", value: <Patterns list={policy.filesystem?.write} /> },
            { key: "network", value: <Network network={policy.network} /> },
            { key: "environment", value: <Patterns list={policy.environment?.allow} /> },
            {
              key: "programs",
              value: policy.exec ? policy.exec === "allow" ? "may start others" : "may not start others" : <Unsaid />,
            },
            { key: "limits", value: <Limits limits={policy.limits} /> },
          ]}
        />
      </Section>
      {contract.constraints && (
        <Section title="Constraints">
          <Json value={contract.constraints} />
        </Section>
      )}
      {contract.gate && (
        <Section title="Gate" note="arguments that are checked before anything runs">
          <Json value={contract.gate} />
        </Section>
      )}
    </>
  );
}

function Unsaid() {
  return <span className="text-medium">not said</span>;
}

function Patterns({ list }: { list: readonly string[] | undefined }) {
  if (!list) return <Unsaid />;
  if (list.length === 0) return <span className="text-ink-2">nothing</span>;
  return <code className="text-xs [overflow-wrap:anywhere]">{list.join("  ")}</code>;
}

function Network({ network }: { network: ToolPolicy["network"] }) {
  if (!network) return <Unsaid />;
  if (network.mode !== "allowlist") return network.mode;
  return <Patterns list={network.hosts ?? []} />;
}

function Limits({ limits }: { limits: ToolPolicy["limits"] }) {
  if (!limits) return <Unsaid />;
  const said = LIMIT_NAMES.flatMap((name) => {
    const value = limits[name];
    return value === undefined ? [] : [`${limitText(name, value)}${limits.hard?.includes(name) ? " (hard)" : ""}`];
  });
  return <>{said.join(" · ")}</>;
}
