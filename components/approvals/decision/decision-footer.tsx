"use client";
import { ListChecks, Pencil } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { Button, buttonClasses } from "#components/ui/button.tsx";
import { classes } from "#components/ui/classes.ts";
import { Kbd } from "#components/ui/kbd.tsx";
import { StateMark } from "#components/ui/state-mark.tsx";
import type { ApprovalDetail } from "#lib/approvals/queries/read-approval.ts";
import type { useDecision } from "./use-decision.ts";

interface DecisionFooterProps {
  detail: ApprovalDetail;
  decision: ReturnType<typeof useDecision>;
  shortcuts: boolean;
  /** What else can be done with it. */
  children?: ReactNode;
}

/** The answers. They stay where they are while the detail scrolls; on a phone above the navigation, tall enough for a thumb. */
export function DecisionFooter({ detail, decision, shortcuts, children }: DecisionFooterProps) {
  return (
    <footer className="flex items-center gap-2 border-t bg-panel px-5 py-2.5 max-md:fixed max-md:inset-x-0 max-md:bottom-[calc(56px+env(safe-area-inset-bottom))] max-md:z-20 max-md:flex-wrap max-md:px-4">
      {decision.drill ? (
        <Button tone="primary" size="lg" onClick={decision.goOn}>
          Go on
        </Button>
      ) : detail.status === "pending" ? (
        <Answers detail={detail} decision={decision} shortcuts={shortcuts}>
          {children}
        </Answers>
      ) : (
        <>
          <StateMark state={detail.status} />
          <span className="ml-auto" />
          {decision.canRule && <Button onClick={decision.rule}>Make a rule…</Button>}
          <Link href={`/invocations/${detail.id}`} className={buttonClasses("plain", "md")}>
            Open the record
          </Link>
        </>
      )}
    </footer>
  );
}

function Answers({ detail, decision, shortcuts, children }: DecisionFooterProps) {
  const { right } = detail;
  const notYet = right.approve ? decision.notYet : undefined;
  const key = (letter: string) => (shortcuts ? letter : undefined);
  return (
    <>
      <Button
        tone="primary"
        size="lg"
        className="figures max-md:flex-1 max-md:px-2!"
        shortcut={decision.keyApproves ? key("A") : undefined}
        disabled={!decision.canApprove}
        title={notYet ?? right.sentence ?? undefined}
        aria-describedby={notYet ? "not-yet" : undefined}
        busy={decision.busy === "approve"}
        onClick={decision.approve}
      >
        {right.approve && decision.secondsLeft > 0 ? (
          <>
            <span className="max-md:sr-only">Approve in</span> {decision.secondsLeft} s
          </>
        ) : (
          "Approve"
        )}
      </Button>
      <Button
        size="lg"
        className="max-md:px-3!"
        disabled={!decision.canRule}
        onClick={decision.rule}
        title="Answer calls like this one in the same way, for a while"
      >
        <ListChecks size={14} aria-hidden className="md:hidden" />
        <span className="max-md:sr-only">Rule…</span>
      </Button>
      <Button
        size="lg"
        className="max-md:px-3!"
        shortcut={key("E")}
        disabled={!decision.canReject}
        onClick={decision.edit}
        title="Change the arguments; other people then decide"
      >
        <Pencil size={14} aria-hidden className="md:hidden" />
        <span className="max-md:sr-only">Edit…</span>
      </Button>
      <Button
        tone="danger"
        size="lg"
        className="max-md:flex-1 max-md:px-2!"
        shortcut={key("R")}
        disabled={!decision.canReject}
        busy={decision.busy === "reject"}
        onClick={decision.reject}
      >
        Reject
      </Button>
      {children}
      <p
        id="not-yet"
        className={classes(
          "min-w-0 text-ink-2 text-sm",
          // Beside the buttons: at the right a toast would lie over it. Two lines are as high as they are.
          notYet
            ? "line-clamp-2 leading-tight max-md:order-first max-md:w-full"
            : "ml-auto truncate text-right max-lg:hidden",
        )}
      >
        {notYet ? (
          `${notYet}.`
        ) : shortcuts ? (
          <>
            <Kbd>J</Kbd> <Kbd>K</Kbd> move · <Kbd>?</Kbd> keys
          </>
        ) : null}
      </p>
    </>
  );
}
