import { CopyButton } from "#components/ui/copy-button.tsx";
import { KeyValues } from "#components/ui/key-values.tsx";
import { VisibleText } from "#components/untrusted/visible-text.tsx";
import type { LostRun } from "#lib/invocations/read-lost-run.ts";
import type { ToolPolicy } from "#lib/policy/tool-policy.ts";

/** What a person can search for outside, and how far the effect can have gone at most. */
export function WhereToLook({ lost }: { lost: LostRun }) {
  return (
    <>
      <KeyValues
        bare
        items={[
          {
            key: "key",
            value: (
              <>
                <span className="inline-flex max-w-full items-center gap-0.5 font-mono text-xs">
                  <VisibleText text={lost.key} />
                  <CopyButton text={lost.key} label="Copy the key" />
                </span>
                <span className="block text-ink-2">
                  as the tool received it:{" "}
                  {lost.agentKey === null ? (
                    "the id of this call"
                  ) : (
                    <>
                      made from the agent's own, <VisibleText text={lost.agentKey} />
                    </>
                  )}
                </span>
              </>
            ),
          },
          { key: "network", value: <Network network={lost.policy.network} /> },
          { key: "files", value: <Files write={lost.policy.filesystem?.write} /> },
        ]}
      />
      <ol className="mt-2 list-decimal pl-5 text-ink-2 marker:text-ink-3">
        <li>Search for the key with whoever received the call: an entry that bears it is the effect.</li>
        <li>Without one, look for the effect itself: these arguments, from when it was taken on.</li>
        <li>If you cannot tell, leave it. Nothing runs again while it is unknown.</li>
      </ol>
    </>
  );
}

function Network({ network }: { network: ToolPolicy["network"] }) {
  if (!network) return "not declared: whatever the agent's level gave";
  if (network.mode === "none") return "it could reach nothing";
  if (network.mode === "open") return "it could reach any host";
  return <List items={network.hosts ?? []} />;
}

function Files({ write }: { write: readonly string[] | undefined }) {
  if (!write) return "not declared: whatever the agent's level gave";
  return write.length === 0 ? "it could write nothing" : <List items={write} />;
}

function List({ items }: { items: readonly string[] }) {
  return (
    <span className="font-mono text-xs [overflow-wrap:anywhere]">
      {items.map((item) => (
        <span key={item} className="block">
          {item}
        </span>
      ))}
    </span>
  );
}
