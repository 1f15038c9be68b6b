import type { ReactNode } from "react";
import { VisibleText } from "#components/untrusted/visible-text.tsx";

const VERBS = { approved: "Approved", voted: "Your vote is counted", rejected: "Rejected" } as const;

/** "Approved: Write 47 bytes to …", so that after a quick row of decisions each says which call it was. */
export function decisionNews(word: keyof typeof VERBS, effect: string): ReactNode {
  return (
    <span className="line-clamp-2">
      {VERBS[word]}: <VisibleText text={effect} />
    </span>
  );
}
