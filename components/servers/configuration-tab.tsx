import { limitText } from "#components/decision/plan-preview.tsx";
import { Chip } from "#components/ui/chip.tsx";
import { Hash } from "#components/ui/hash.tsx";
import { KeyValues } from "#components/ui/key-values.tsx";
import { Section } from "#components/ui/section.tsx";
import { Ago } from "#components/ui/time.tsx";
import { VisibleText } from "#components/untrusted/visible-text.tsx";
import { describeLimits, describePermissions } from "#lib/registry/describe-permissions.ts";
import type { ServerDetail } from "#lib/registry/servers/queries/read-server.ts";
import { classWords } from "./class-words.ts";
import { transportWord } from "./transport-word.ts";

/** How the server is reached and confined. It is part of the contract of each of its tools, and never changes. */
export function ConfigurationTab({ server }: { server: ServerDetail }) {
  const { policy, declared, configHash, createdBy, createdAt } = server;
  return (
    <>
      <Section title="How it is reached" note="another configuration is another server">
        <KeyValues
          items={[
            ...reachItems(server),
            { key: "config hash", value: <Hash value={configHash} head={16} tail={8} /> },
            {
              key: "connected",
              value: (
                <>
                  by {createdBy}, <Ago at={createdAt} />
                </>
              ),
            },
          ]}
        />
      </Section>
      <Section title="What it may touch">
        <KeyValues
          items={[
            ...describePermissions(policy).map(({ what, declared: list, words, held }) => ({
              key: what,
              value: <Permission list={list ?? []} words={words} held={held} />,
            })),
            {
              key: "limits",
              value: describeLimits(policy)
                .filter((limit) => limit.declared)
                .map(({ name, value, hard }) => (
                  <span key={name} className="block">
                    <code className="text-xs text-ink-2">{name}</code> {limitText(name, value)}
                    {hard && " · hard"}
                  </span>
                )),
            },
          ]}
        />
      </Section>
      <Section title="How its tools are classed" note="until somebody says otherwise about one of them">
        <KeyValues
          items={[
            { key: "names", value: <code className="text-xs">{declared.prefix}_…</code> },
            {
              key: "classes",
              value: (
                <span className="flex flex-wrap items-center gap-1.5">
                  <Chip>{declared.safetyClass}</Chip>
                  <Chip>egress {declared.egressClass}</Chip>
                  <span className="text-ink-2">
                    {classWords(declared.safetyClass, declared.egressClass, policy.network?.mode ?? "none")}
                  </span>
                </span>
              ),
            },
            {
              key: "idempotency",
              value: `A key ${declared.idempotency === "required" ? "must" : "may"} be sent; ${declared.idempotent ? "running a call twice does no harm." : "a call is never run twice by itself."}`,
            },
          ]}
        />
      </Section>
    </>
  );
}

function reachItems({ transport }: ServerDetail) {
  const kind = { key: "transport", value: transportWord(transport.kind) };
  if (transport.kind === "http") {
    const headers = Object.entries(transport.headers ?? {});
    return [
      kind,
      { key: "address", value: <Mono text={transport.url} /> },
      ...(headers.length > 0
        ? [{ key: "headers", value: headers.map(([name, { secret }]) => `${name}: the secret ${secret}`).join(", ") }]
        : []),
    ];
  }
  const environment = Object.entries(transport.environment ?? {});
  return [
    kind,
    {
      key: "command",
      value: (
        <ol className="grid gap-0.5">
          {transport.argv.map((argument, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: arguments may repeat, and their order is what they are.
            <li key={index} className="flex gap-2">
              <span className="figures w-4 shrink-0 text-right text-xs text-ink-3">{index}</span>
              <Mono text={argument} />
            </li>
          ))}
        </ol>
      ),
    },
    ...(environment.length > 0
      ? [
          {
            key: "environment",
            value: environment.map(([name, value]) => (
              <span key={name} className="block">
                <Mono text={`${name}=${value}`} />
              </span>
            )),
          },
        ]
      : []),
  ];
}

function Mono({ text }: { text: string }) {
  return (
    <code className="min-w-0 text-xs">
      <VisibleText text={text} />
    </code>
  );
}

function Permission({ list, words, held }: { list: readonly string[]; words: string; held: readonly string[] }) {
  return (
    <>
      {words && <span>{words}</span>}
      {list.map((pattern) => (
        <span key={pattern} className="block">
          <Mono text={pattern} />
        </span>
      ))}
      <span className="block text-sm text-ink-2">{held.join(" ")}</span>
    </>
  );
}
