import { limitText } from "#components/decision/plan-preview.tsx";
import { Chip } from "#components/ui/chip.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { KeyValues } from "#components/ui/key-values.tsx";
import { Section } from "#components/ui/section.tsx";
import { Cell, Head, HeadCell, Row, Table } from "#components/ui/table.tsx";
import type { InvocationRun } from "#lib/invocations/read-invocation.ts";
import type { PlannedCredential, SandboxPlan } from "#lib/sandbox/plan.ts";
import { NOT_REPORTED, wasLost } from "./lost-worker.ts";

const TIERS: Record<SandboxPlan["tier"], string> = {
  full: "a user of its own and kernel limits",
  rootless: "without a user of its own or cgroups",
  weaker: "less than the policy asks for",
  none: "nothing",
};

/** The sandbox that the call really ran in, as its worker recorded it. */
export function RunPlan({ run, external }: { run: InvocationRun | undefined; external: boolean }) {
  if (external) {
    return (
      <EmptyState title="No sandbox">
        The agent's own runtime runs this tool; Airlock only decides and records.
      </EmptyState>
    );
  }
  if (wasLost(run)) return <EmptyState title="Not known">{NOT_REPORTED}</EmptyState>;
  const plan = run?.plan;
  if (!plan) return <EmptyState title="No plan yet">A plan is made by the dispatcher that takes the call.</EmptyState>;
  return (
    <>
      <KeyValues
        items={[
          {
            key: "backend",
            value: (
              <>
                <b className="font-semibold">{plan.backend}</b> · {plan.tier}, {TIERS[plan.tier]}
              </>
            ),
          },
          { key: "dispatcher", value: `${run.worker}, fence ${run.fence}` },
          {
            key: "runs",
            value:
              plan.command.kind === "bundle" ? (
                <code className="text-xs">bundle {plan.command.sha256.slice(0, 16)}…</code>
              ) : (
                <code className="text-xs">{plan.command.argv.join(" ")}</code>
              ),
          },
          { key: "in", value: <code className="text-xs">{plan.workingDirectory}</code> },
          {
            key: "network",
            value:
              plan.network.mode === "allowlist" ? (
                <code className="text-xs">{plan.network.hosts.join(", ")}</code>
              ) : (
                plan.network.mode
              ),
          },
          ...(plan.network.methods === "read"
            ? [{ key: "methods", value: "GET and HEAD, where the proxy can see them" }]
            : []),
          ...(plan.credentials?.length ? [{ key: "credentials", value: <Credentials of={plan.credentials} /> }] : []),
          ...(plan.lifecycle && plan.lifecycle !== "per-call"
            ? [
                {
                  key: "lifecycle",
                  value: `${plan.lifecycle}: calls of one ${plan.lifecycle.slice(4)} share this sandbox`,
                },
              ]
            : []),
          { key: "programs", value: plan.exec === "allow" ? "may start others" : "may not start others" },
          {
            key: "environment",
            value:
              Object.keys(plan.environment).length === 0 ? (
                "empty"
              ) : (
                <code className="text-xs">{Object.keys(plan.environment).join(", ")}</code>
              ),
          },
          ...(plan.narrowed?.length
            ? [{ key: "left out", value: <code className="text-xs">{plan.narrowed.join(", ")}</code> }]
            : []),
        ]}
      />
      <Section title="Files">
        <Table label="Mounts">
          <Head>
            <HeadCell>Seen as</HeadCell>
            <HeadCell wide>On the host</HeadCell>
            <HeadCell className="w-28">Access</HeadCell>
            <HeadCell wide>Because of</HeadCell>
          </Head>
          <tbody>
            {plan.mounts.map((mount) => (
              <Row key={mount.target}>
                <Cell className="font-mono text-xs">{mount.target}</Cell>
                <Cell wide className="font-mono text-xs text-ink-2 [overflow-wrap:anywhere]">
                  {mount.source}
                </Cell>
                <Cell>{mount.mode === "rw" ? <Chip tone="medium">read, write</Chip> : <Chip>read</Chip>}</Cell>
                <Cell wide className="font-mono text-xs text-ink-2">
                  {mount.from}
                </Cell>
              </Row>
            ))}
          </tbody>
        </Table>
      </Section>
      <Section title="Limits">
        <Table label="Limits">
          <Head>
            <HeadCell>Limit</HeadCell>
            <HeadCell className="w-28">Held by</HeadCell>
            <HeadCell wide>How</HeadCell>
          </Head>
          <tbody>
            {plan.limits.map((limit) => (
              <Row key={limit.name}>
                <Cell>
                  {limitText(limit.name, limit.value)} {limit.hard && <span className="text-ink-2">· hard</span>}
                </Cell>
                <Cell>{limit.enforcedBy === "none" ? <Chip tone="medium">nobody</Chip> : limit.enforcedBy}</Cell>
                <Cell wide className="text-ink-2">
                  {limit.how}
                </Cell>
              </Row>
            ))}
          </tbody>
        </Table>
      </Section>
    </>
  );
}

function Credentials({ of }: { of: readonly PlannedCredential[] }) {
  return of.map((credential) => (
    <span key={JSON.stringify(credential)} className="block">
      <code className="text-xs">{credential.secret}</code>{" "}
      {credential.as === "file"
        ? `as ${credential.target}`
        : `added by the proxy to requests to ${credential.host}; the tool does not see it`}
    </span>
  ));
}
