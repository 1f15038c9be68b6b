import { Chip } from "#components/ui/chip.tsx";
import { Hash } from "#components/ui/hash.tsx";
import { StateMark } from "#components/ui/state-mark.tsx";
import { Ago } from "#components/ui/time.tsx";
import type { ServerDetail } from "#lib/registry/servers/queries/read-server.ts";
import { transportWord } from "./transport-word.ts";

/** What a server is, in one line. */
export function ServerFacts({ server, listed }: { server: ServerDetail; listed: number }) {
  const imported = server.imported.filter(({ state }) => state !== "retired").length;
  return (
    <>
      <StateMark state={server.state} />
      <Chip>{transportWord(server.transport.kind)}</Chip>
      <span className="figures">
        {listed.toLocaleString("en-GB")} listed, {imported.toLocaleString("en-GB")} imported
      </span>
      <span
        className="inline-flex items-center gap-1"
        title="SHA-256 of transport and policy; every tool's contract names it"
      >
        config <Hash value={server.configHash} head={6} tail={4} />
      </span>
      <span>
        {server.listedAt ? (
          <>
            listed <Ago at={server.listedAt} />
          </>
        ) : (
          "never listed"
        )}
      </span>
    </>
  );
}
