import Link from "next/link";
import { shorten } from "#components/ui/hash.tsx";

/** `person:…` with the name we know; the id stays in the title, because names may change and ids do not. */
export function ActorName({ actor, name }: { actor: string; name: string | null }) {
  const [kind, id] = split(actor);
  const shown = name ?? (id ? <span className="font-mono text-xs">{shorten(id)}</span> : null);
  return (
    <span title={name ? `${name}, ${actor}` : actor} className="md:whitespace-nowrap">
      {kind !== "person" && <span className="text-ink-2">{kind} </span>}
      {kind === "agent" ? (
        <Link href={`/agents/${id}`} prefetch={false} className="relative z-10 hover:underline">
          {shown}
        </Link>
      ) : (
        shown
      )}
    </span>
  );
}

function split(actor: string): [string, string] {
  const at = actor.indexOf(":");
  return at < 0 ? [actor, ""] : [actor.slice(0, at), actor.slice(at + 1)];
}
