"use client";
import { useEffect, useReducer, useRef } from "react";
import { changeWords, isUnsent, startWords } from "./typed-words.ts";

/** Long enough to write the address once for a few letters, short enough that the list seems to follow at once. */
const PAUSE_MS = 120;

/** A field's own text, copied to the address after a pause. */
export function useTypedWords(words: string, onWords: (words: string) => void) {
  const [state, change] = useReducer(changeWords, words, startWords);
  const latest = useRef(onWords);
  useEffect(() => {
    latest.current = onWords;
  });
  useEffect(() => change({ kind: "arrived", words }), [words]);
  const { text } = state;
  const unsent = isUnsent(state);
  useEffect(() => {
    if (!unsent) return;
    const timer = setTimeout(() => {
      change({ kind: "sent" });
      latest.current(text);
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text, unsent]);
  return [text, (typed: string) => change({ kind: "typed", text: typed })] as const;
}
