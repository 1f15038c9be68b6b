"use client";
import { useLayoutEffect, useState } from "react";
import { type Draft, keepDraft, readDraft } from "./draft-store.ts";

/** What is being written. It outlives a reload and a refusal; only proposing it, or discarding it, ends it. */
export function useDraft(name: string, start: Draft) {
  const [draft, setDraft] = useState(start);
  const [restored, setRestored] = useState(false);
  // The server painted the start: what this tab kept is put in its place before anybody sees that.
  useLayoutEffect(() => {
    const kept = readDraft(sessionStorage, name);
    if (!kept) return;
    setDraft(kept);
    setRestored(true);
  }, [name]);
  const change = (next: Draft) => {
    setDraft(next);
    keepDraft(sessionStorage, name, next.text === start.text ? null : next);
  };
  const startAgain = () => {
    setDraft(start);
    setRestored(false);
    keepDraft(sessionStorage, name, null);
  };
  return { draft, restored, change, startAgain };
}
