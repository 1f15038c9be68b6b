"use client";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { fetchJson } from "#components/live/fetch-json.ts";
import { Callout } from "#components/ui/callout.tsx";
import { useNow } from "#components/ui/clock.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { Ago } from "#components/ui/time.tsx";
import { judgeProof, type Proof, type Verdict } from "#lib/audit/proof.ts";

const VERIFY = "npm run -s airlock -- audit verify";
const EXPORT = "npm run -s airlock -- audit export --format jsonl";
const REFRESH_MS = 10_000;

/** How far the log is signed, and how old that is. Asked again by itself, because age is the point of it. */
export function ProofStatus({ initial }: { initial: Proof }) {
  const now = useNow();
  const { data: proof } = useQuery({
    queryKey: ["audit-proof"],
    queryFn: () => fetchJson<Proof>("/api/audit/proof"),
    initialData: initial,
    refetchInterval: REFRESH_MS,
  });
  const verdict = judgeProof(proof, now);
  return (
    <div role="status" className="mb-4">
      <Callout tone={verdict === "proved" ? "ok" : "bad"} title={<Title proof={proof} verdict={verdict} />}>
        <p>{EXPLAINED[verdict](proof)}</p>
        <Command
          purpose={verdict === "proved" ? "To prove every link, run" : "To find out which entries hold, run"}
          line={VERIFY}
        />
        <Command purpose="To take the whole log elsewhere and prove it there, run" line={EXPORT} />
      </Callout>
    </div>
  );
}

function Command({ purpose, line }: { purpose: string; line: string }) {
  return (
    <p className="mt-1 flex flex-wrap items-center gap-x-1.5">
      {purpose}
      <span className="inline-flex items-center gap-1">
        <code className="text-sm text-ink">{line}</code>
        <CopyButton text={line} label={`Copy ${line}`} />
      </span>
    </p>
  );
}

function Title({ proof, verdict }: { proof: Proof; verdict: Verdict }) {
  const mark = verdict === "proved" ? <span className="text-ok">✓</span> : <span className="text-bad">✕</span>;
  return (
    <b className="font-semibold">
      {mark} {TITLES[verdict](proof)}
      {proof.state === "signed" && (
        <>
          , <Ago at={proof.at} />
        </>
      )}
    </b>
  );
}

const numberOf = (proof: Proof) => (proof.state === "signed" ? proof.number.toLocaleString("en-GB") : "");

const TITLES: Readonly<Record<Verdict, (proof: Proof) => string>> = {
  proved: (proof) => `Signed up to checkpoint ${numberOf(proof)}`,
  stale: (proof) => `Alarm: nothing was signed since checkpoint ${numberOf(proof)}`,
  differs: (proof) => `Alarm: the log is not what was signed in checkpoint ${numberOf(proof)}`,
  unsound: () => "Alarm: the newest checkpoint does not hold",
  none: () => "Alarm: no checkpoint was signed yet",
  unknown: () => "Alarm: this dashboard does not know of any checkpoints",
};

const EXPLAINED: Readonly<Record<Verdict, (proof: Proof) => ReactNode>> = {
  proved: (proof) =>
    proof.state === "signed" &&
    `Its signature holds, and the log has all sixteen heads it names: ${count(proof.entries)} signed, ${proof.unsigned === 0 ? "none" : proof.unsigned.toLocaleString("en-GB")} since.`,
  stale: () =>
    "The checkpointer is stopped, cannot reach the database, or has found that the log contradicts what it signed. Its own log says which: checkpointer.log in the home.",
  differs: (proof) =>
    proof.state === "signed" && proof.differs
      ? `Lane ${proof.differs.lane} does not have entry ${proof.differs.seq.toLocaleString("en-GB")} as it was signed. Somebody with the rights of the tables' owner has changed history.`
      : "",
  unsound: (proof) => (proof.state === "unsound" ? proof.sentence : ""),
  none: () =>
    "Until one is, a cut or rewritten end of the log would not show. The checkpointer signs the first when it starts.",
  unknown: () => "AIRLOCK_CHECKPOINTS names the directory they are read from; .env.example explains it.",
};

function count(entries: number): string {
  return entries === 1 ? "1 entry" : `${entries.toLocaleString("en-GB")} entries`;
}
