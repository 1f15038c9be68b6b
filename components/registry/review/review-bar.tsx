"use client";
import { useRouter } from "next/navigation";
import { type RefObject, useEffect, useRef, useState } from "react";
import { useSeenEnd } from "#components/approvals/decision/use-seen-end.ts";
import { useSettled } from "#components/approvals/decision/use-settled.ts";
import { useInboxKeys } from "#components/approvals/inbox/use-inbox-keys.ts";
import { useStillFor } from "#components/approvals/inbox/use-still-for.ts";
import { callAction } from "#components/live/call-action.ts";
import { Button } from "#components/ui/button.tsx";
import { toast } from "#components/ui/toast.ts";
import type { Outcome } from "#lib/errors/outcome.ts";
import type { ReviewDecided } from "#lib/registry/decide-review.ts";
import type { Review } from "#lib/registry/queries/read-review.ts";
import { ReviewDialog, type ReviewWords } from "./review-dialog.tsx";
import { type LookedAt, notYetSeen } from "./review-needs.ts";

export interface ReviewBarProps {
  tool: string;
  version: number;
  inForce: number | null;
  review: Review;
  /** Which part of the page is shown above. */
  part: string;
  toSee: readonly LookedAt[];
  typed: boolean;
  shortcuts: boolean;
  decide: (input: {
    approvalId: string;
    digest: string;
    decision: "approve" | "reject";
    reason: string;
    note?: string;
  }) => Promise<Outcome<ReviewDecided>>;
}

const NO_WORDS: ReviewWords = { reason: "", note: "", typedName: "" };
const NOTHING: ReadonlySet<string> = new Set();

/** The two answers to a version that waits, under what is to be looked at. What is sent is the digest that was rendered. */
export function ReviewBar(props: ReviewBarProps) {
  const { tool, version, review, toSee, shortcuts } = props;
  const router = useRouter();
  const end = useRef<HTMLDivElement>(null);
  const shown = `${review.id} ${review.digest}`;
  const seen = useSeenParts(end, shown, props.part);
  const settled = useSettled(shown);
  const stillFor = useStillFor(shown);
  const [asking, setAsking] = useState<"approve" | "reject" | null>(null);
  const [words, setWords] = useState(NO_WORDS);
  const [refused, setRefused] = useState<{ readonly of: string; readonly message: string; readonly moved: boolean }>();
  const [busy, setBusy] = useState(false);

  const notYet = review.right.approve ? notYetSeen(toSee, seen) : undefined;
  const canApprove = settled && !review.over && review.right.approve && notYet === undefined;
  const canReject = settled && !review.over && review.right.reject;
  const approve = () => canApprove && setAsking("approve");
  const reject = () => canReject && setAsking("reject");
  useInboxKeys(shortcuts, stillFor, { a: approve, r: reject });

  const send = async () => {
    if (asking === null) return;
    setBusy(true);
    const { reason, note } = words;
    const outcome = await callAction(() =>
      props.decide({
        approvalId: review.id,
        digest: review.digest,
        decision: asking,
        reason: reason.trim(),
        ...(note.trim() ? { note: note.trim() } : {}),
      }),
    );
    setBusy(false);
    if (outcome.ok) {
      toast.success(`${WORDS[outcome.value.status]}: ${tool} v${version}`);
      setAsking(null);
      setWords(NO_WORDS);
    } else {
      // The reason is not typed twice: it stays, while the page under it is read again.
      setRefused({ of: shown, message: outcome.message, moved: MOVED.has(outcome.code) });
    }
    router.refresh();
  };
  // Whoever is about to answer keeps what they typed, and reads that the question is another one by now.
  const moved = review.over && !busy ? { message: MOVED_SENTENCE, moved: true } : undefined;
  const refusal = moved ?? (refused?.of === shown || refused?.moved ? refused : undefined);
  if (review.over && asking === null) return null;
  return (
    <>
      <div ref={end} className="h-px" />
      <section
        aria-label="Decide on this version"
        className="sticky bottom-0 z-20 -mx-5 mt-6 flex md:-mb-12 items-center gap-2 border-t bg-panel px-5 py-2.5 max-md:fixed max-md:inset-x-0 max-md:bottom-[calc(56px+env(safe-area-inset-bottom))] max-md:mx-0 max-md:flex-wrap max-md:px-4"
      >
        <Button
          tone="primary"
          size="lg"
          className="max-md:flex-1"
          shortcut={shortcuts ? "A" : undefined}
          disabled={!canApprove}
          aria-describedby="review-words"
          onClick={approve}
        >
          Approve v{version}…
        </Button>
        <Button
          tone="danger"
          size="lg"
          className="max-md:flex-1"
          shortcut={shortcuts ? "R" : undefined}
          disabled={!canReject}
          onClick={reject}
        >
          {props.inForce ? `Reject, keep v${props.inForce}…` : "Reject…"}
        </Button>
        <div className="flex min-w-0 flex-1 items-center gap-3 max-md:order-first max-md:basis-full">
          <p id="review-words" className="min-w-0 text-sm text-ink-2">
            {notYet ? `${notYet}.` : review.right.sentence}
          </p>
          <Votes review={review} />
        </div>
      </section>
      {/* On a phone the bar lies over the page: room to scroll what is under it into view. */}
      <div className="h-24 md:hidden" />
      <ReviewDialog
        decision={asking}
        onClose={() => {
          setAsking(null);
          setRefused(undefined);
        }}
        tool={tool}
        version={version}
        inForce={props.inForce}
        typed={props.typed}
        second={review.required > 1}
        words={words}
        onWords={setWords}
        refusal={refusal?.message}
        moved={refusal?.moved ?? false}
        busy={busy}
        onSend={() => void send()}
      />
    </>
  );
}

const WORDS = { approved: "In force", rejected: "Rejected", pending: "Your vote is counted" } as const;

const MOVED_SENTENCE = "What was asked about has changed since you opened it.";

/** Somebody else was there first, or what was asked is another thing now. */
const MOVED: ReadonlySet<string> = new Set(["stale_payload", "already_decided", "approval_expired"]);

/** "1 of 2", and whose, to those who have voted themselves. */
function Votes({ review }: { review: Review }) {
  if (review.required < 2) return null;
  if (review.votes === null)
    return <p className="ml-auto whitespace-nowrap text-sm text-ink-2">takes {review.required} people</p>;
  const yes = review.votes.filter(({ decision }) => decision === "approve");
  return (
    <p className="ml-auto whitespace-nowrap text-sm">
      <b className="figures font-semibold">
        {yes.length} of {review.required}
      </b>{" "}
      <span className="text-ink-2">{yes.length > 0 ? `by ${yes.map(({ by }) => by).join(", ")}` : "people"}</span>
    </p>
  );
}

/** Which parts have been looked at to their end, of exactly what is asked; another digest starts again. */
function useSeenParts(end: RefObject<HTMLElement | null>, shown: string, part: string): ReadonlySet<string> {
  const inView = useSeenEnd(end, `${shown} ${part}`);
  const [seen, setSeen] = useState<{ readonly of: string; readonly parts: ReadonlySet<string> }>({
    of: shown,
    parts: NOTHING,
  });
  const parts = seen.of === shown ? seen.parts : NOTHING;
  useEffect(() => {
    if (!inView) return;
    setSeen((before) => ({ of: shown, parts: new Set([...(before.of === shown ? before.parts : []), part]) }));
  }, [inView, shown, part]);
  return parts;
}
