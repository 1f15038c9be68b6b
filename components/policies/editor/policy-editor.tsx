"use client";
import { useEffect, useRef, useState, useTransition } from "react";
import { callAction } from "#components/live/call-action.ts";
import { Button } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import type { ProposedPolicy } from "#lib/policy/versions/propose-policy.ts";
import { CheckState } from "./check-state.tsx";
import type { Draft } from "./draft-store.ts";
import type { EditorActions, ShownVerdict } from "./editor-actions.ts";
import { lineRange } from "./indentation.ts";
import { PreviewStep } from "./preview-step.tsx";
import { ProblemList } from "./problem-list.tsx";
import { problemsOf } from "./problems-of.ts";
import { ProposedNotice } from "./proposed-notice.tsx";
import { StaleNotice } from "./stale-notice.tsx";
import { useCheck } from "./use-check.ts";
import { useDraft } from "./use-draft.ts";
import { YamlArea } from "./yaml-area.tsx";

interface PolicyEditorProps {
  /** Tells one beginning from another: each has a draft of its own. */
  name: string;
  start: Draft;
  /** What is in force, as text: a draft that says the same has nothing to preview. */
  original: string;
  /** The line to begin at. */
  startLine?: number;
  inForce: number;
  /** A form wrote the draft: show what it would change at once. */
  previewFirst?: boolean;
  actions: EditorActions;
}

/** The policy as text: write, see what is wrong while writing, see what it would change, propose it. */
export function PolicyEditor({
  name,
  start,
  original,
  startLine,
  inForce,
  previewFirst = false,
  actions,
}: PolicyEditorProps) {
  const { draft, restored, change, startAgain } = useDraft(name, start);
  const dirty = draft.text !== original;
  const { problems, state, verdict, trouble } = useCheck(draft.text, dirty, actions.check);
  const [preview, setPreview] = useState<ShownVerdict | null>(null);
  const [proposed, setProposed] = useState<ProposedPolicy | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [reason, setReason] = useState("");
  /** What *Start again* took away: a button beside *Preview* is pressed by mistake sooner or later. */
  const [setAside, putAside] = useState<Draft | null>(null);
  const [moved, setMoved] = useState(inForce);
  /** A line that somebody chose beside the preview. */
  const [returnTo, setReturnTo] = useState<number | null>(null);
  const [busy, begin] = useTransition();
  const area = useRef<HTMLTextAreaElement>(null);
  const now = Math.max(inForce, moved, preview?.inForce ?? 0, verdict?.inForce ?? 0);

  const goTo = (line: number) => {
    const field = area.current;
    if (!field) return;
    const [from, to] = lineRange(field.value, line);
    field.focus({ preventScroll: true });
    field.setSelectionRange(from, to);
    scrollToLine(field, line);
  };
  // The field is drawn again once the preview is gone.
  useEffect(() => {
    if (returnTo === null || preview) return;
    goTo(returnTo);
    setReturnTo(null);
  });
  useEffect(() => {
    if (startLine !== undefined && area.current) scrollToLine(area.current, startLine);
  }, [startLine]);

  const show = (text: string) =>
    begin(async () => {
      const outcome = await callAction(() => actions.check({ text }));
      if (outcome.ok) {
        setRefusal(null);
        return setPreview(outcome.value);
      }
      setRefusal(outcome.message);
      const first = problemsOf(outcome)[0];
      if (first) goTo(first.line);
    });

  const shown = useRef(false);
  useEffect(() => {
    if (!previewFirst || !restored || shown.current) return;
    shown.current = true;
    show(draft.text);
  });

  if (proposed) return <ProposedNotice proposed={proposed} />;
  const stale = draft.base < now && (
    <div className="mb-3">
      <StaleNotice
        draft={draft}
        inForce={now}
        rebase={actions.rebase}
        onRebased={(next) => {
          change(next);
          setPreview(null);
        }}
      />
    </div>
  );
  if (preview) {
    return (
      <>
        {stale}
        <PreviewStep
          draft={draft}
          verdict={preview}
          reason={reason}
          onReason={setReason}
          propose={actions.propose}
          onMoved={setMoved}
          onProposed={(done) => {
            startAgain();
            setProposed(done);
          }}
          onBack={(line) => {
            setPreview(null);
            if (line !== undefined) setReturnTo(line);
          }}
        />
      </>
    );
  }
  return (
    <>
      {stale}
      {restored && draft.text !== start.text && (
        <div className="mb-3">
          <Callout title="What you wrote here before is back.">It was kept in this tab and never proposed.</Callout>
        </div>
      )}
      {setAside && draft.text === start.text && (
        <div className="mb-3">
          <Callout title="What you wrote is set aside.">
            <Button size="sm" onClick={() => change(setAside)}>
              Bring it back
            </Button>
          </Callout>
        </div>
      )}
      <div className="grid grid-cols-1 gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(280px,360px)]">
        <YamlArea
          area={area}
          text={draft.text}
          marked={new Set(problems.map(({ line }) => line))}
          onText={(text) => change({ ...draft, text })}
          onSubmit={() => show(draft.text)}
        />
        <aside aria-label="What the text says" className="grid content-start gap-3 max-lg:order-first">
          <span className="flex flex-wrap gap-2">
            <Button tone="primary" busy={busy} disabled={!dirty} onClick={() => show(draft.text)}>
              Preview the changes
            </Button>
            <Button
              disabled={draft.text === start.text}
              onClick={() => {
                putAside(draft);
                startAgain();
              }}
            >
              Start again
            </Button>
          </span>
          <CheckState state={state} count={problems.length} verdict={verdict} trouble={trouble ?? refusal} />
          {problems.length > 0 && <ProblemList problems={problems} onGo={goTo} />}
          {state === "sound" && verdict && verdict.notes.length > 0 && (
            <ProblemList kind="note" problems={verdict.notes} onGo={goTo} />
          )}
        </aside>
      </div>
    </>
  );
}

const LINE_HEIGHT = 20;

/** The field is as large as its text; it is the box around it that scrolls. */
function scrollToLine(field: HTMLTextAreaElement, line: number): void {
  const box = field.parentElement?.parentElement;
  box?.scrollTo({ top: Math.max(0, (line - 1) * LINE_HEIGHT - box.clientHeight / 3), left: 0 });
}
