import Link from "next/link";
import { Callout } from "#components/ui/callout.tsx";
import { StateMark } from "#components/ui/state-mark.tsx";
import { Ago } from "#components/ui/time.tsx";
import type { Twin } from "#lib/registry/queries/list-twins.ts";

/** The same body under another name: a rename, a copy, or what was stopped elsewhere and came back. */
export function TwinNotice({ twins }: { twins: readonly Twin[] }) {
  if (twins.length === 0) return null;
  const stopped = twins.some(
    ({ state, toolState }) => state === "rejected" || state === "quarantined" || toolState === "quarantined",
  );
  return (
    <div className="mb-4">
      <Callout
        tone={stopped ? "bad" : "medium"}
        title={
          <b className="font-semibold">
            {stopped
              ? "The same body was stopped under another name."
              : "The same body is registered under another name."}
          </b>
        }
      >
        <ul className="grid gap-0.5">
          {twins.map((twin) => (
            <li key={`${twin.tool} ${twin.number}`} className="flex flex-wrap items-center gap-x-2">
              <Link
                href={`/registry/${twin.tool}?version=${twin.number}`}
                prefetch={false}
                className="font-mono text-sm text-accent underline"
              >
                {twin.tool} v{twin.number}
              </Link>
              <StateMark state={twin.state} />
              <Ago at={twin.createdAt} />
            </li>
          ))}
        </ul>
      </Callout>
    </div>
  );
}
