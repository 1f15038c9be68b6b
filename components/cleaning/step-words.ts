import type { CleaningStep, Treatment } from "#lib/sanitise/policy.ts";

/** What each step looks for, in the order in which they run. */
export const STEP_WORDS: Readonly<Record<CleaningStep, string>> = {
  escapes: "terminal sequences and control characters",
  hidden: "characters that nobody sees and a model reads",
  credentials: "what has the form of a credential",
  markup: "remote images, live links, raw HTML",
  concealed: "comments and hidden elements",
  roles: "chat-template tokens, made-up turns and tool results",
  sentences: "sentences that give the reader orders",
  encoded: "any of these under base64, percent, entity or escape layers",
};

export const TREATMENT_WORDS: Readonly<Record<Treatment, string>> = {
  report: "reported, left in",
  mark: "neutralised, marked",
  mask: "masked",
  remove: "removed",
  fence: "fenced",
  block: "output withheld",
};
