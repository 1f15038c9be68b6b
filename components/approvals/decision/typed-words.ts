/**
 * What stands in the filter's field while the address follows it. The address answers late and may skip what was typed
 * quickly; such an echo must not overwrite newer letters, while a change that came from elsewhere must.
 */
export interface TypedWords {
  readonly text: string;
  /** Sent to the address and not seen there yet, oldest first. */
  readonly awaited: readonly string[];
  /** What the address holds, as far as is known here. */
  readonly settled: string;
}

export type WordsChange =
  | { readonly kind: "typed"; readonly text: string }
  | { readonly kind: "sent" }
  | { readonly kind: "arrived"; readonly words: string };

export function startWords(words: string): TypedWords {
  return { text: words, awaited: [], settled: words };
}

export function changeWords(state: TypedWords, change: WordsChange): TypedWords {
  if (change.kind === "typed") return { ...state, text: change.text };
  if (change.kind === "sent") return { ...state, awaited: [...state.awaited, state.text] };
  const { words } = change;
  if (words === state.settled) return state;
  const echo = state.awaited.indexOf(words);
  return echo < 0 ? startWords(words) : { ...state, awaited: state.awaited.slice(echo + 1), settled: words };
}

/** Whether the address has not been told yet. */
export function isUnsent({ text, awaited, settled }: TypedWords): boolean {
  return text !== (awaited.at(-1) ?? settled);
}
