import { Callout } from "#components/ui/callout.tsx";
import { Ago } from "#components/ui/time.tsx";
import { UntrustedBlock } from "#components/untrusted/untrusted-block.tsx";
import { VisibleText } from "#components/untrusted/visible-text.tsx";
import type { ServerDetail } from "#lib/registry/servers/queries/read-server.ts";
import { SyncProgress } from "./sync-progress.tsx";

interface ServerNoticeProps {
  server: ServerDetail;
  /** Dispatchers that can isolate what they run. */
  dispatchers: number;
}

/** How the server stands, where that is not simply well: retired, failing, being asked, changed. */
export function ServerNotice({ server, dispatchers }: ServerNoticeProps) {
  const changed = server.imported.filter(({ state }) => state === "drifted" || state === "quarantined").length;
  return (
    <div className="mb-4 grid gap-2 empty:hidden">
      {server.state === "retired" && (
        <Callout
          tone="bad"
          title={<b className="font-semibold">This server is retired, and so is every tool of it.</b>}
        >
          {server.stateReason && <VisibleText text={server.stateReason} />}
        </Callout>
      )}
      {server.sync !== "idle" && <SyncProgress server={server} dispatchers={dispatchers} />}
      {server.state === "failing" && <Failing server={server} />}
      {changed > 0 && (
        <Callout
          tone="dual"
          title={
            <b className="font-semibold">
              {changed === 1 ? "One imported tool does not run." : `${changed} imported tools do not run.`}
            </b>
          }
        >
          Drifted or quarantined: the page of each says what changed and why it is held. A reviewer decides.
        </Callout>
      )}
    </div>
  );
}

function Failing({ server }: { server: ServerDetail }) {
  return (
    <Callout
      tone="bad"
      title={
        <b className="font-semibold">
          Its tools could not be listed
          {server.failures > 1 && `, ${server.failures.toLocaleString("en-GB")} times in a row`}.
        </b>
      }
    >
      <span className="mb-1.5 block">
        <code className="text-xs">{server.errorCode}</code>
        {server.triedAt && (
          <>
            , <Ago at={server.triedAt} />
          </>
        )}
        . What was imported stays as it was; a call finds out for itself whether the server answers.
      </span>
      {server.errorMessage && (
        <UntrustedBlock>
          <p className="px-3 py-2 text-ink">
            <VisibleText text={server.errorMessage} />
          </p>
        </UntrustedBlock>
      )}
    </Callout>
  );
}
