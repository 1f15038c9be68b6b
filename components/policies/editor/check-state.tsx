import { counted } from "../policy-words.ts";
import type { ShownVerdict } from "./editor-actions.ts";

interface CheckStateProps {
  state: "untouched" | "checking" | "sound" | "wrong";
  count: number;
  verdict: ShownVerdict | null;
  trouble: string | null;
}

/** How the text stands, in one line that keeps its place. */
export function CheckState({ state, count, verdict, trouble }: CheckStateProps) {
  return (
    <div role="status" className="min-h-5">
      {trouble ? <span className="text-bad">{trouble}</span> : words(state, count, verdict)}
    </div>
  );
}

function words(state: CheckStateProps["state"], count: number, verdict: ShownVerdict | null) {
  switch (state) {
    case "untouched":
      return <span className="text-ink-2">Nothing is changed yet.</span>;
    case "checking":
      return <span className="text-ink-2">Reading what you wrote…</span>;
    case "sound":
      return (
        <span>
          <span aria-hidden className="text-ok">
            ✓{" "}
          </span>
          It reads well: {counted(verdict?.changes.length ?? 0, "change")}
          {verdict?.widens ? ", and it allows more." : "."}
        </span>
      );
    case "wrong":
      return (
        <span className="font-medium text-bad">
          {counted(count, "thing is", "things are")} wrong. What is in force stays as it is.
        </span>
      );
  }
}
