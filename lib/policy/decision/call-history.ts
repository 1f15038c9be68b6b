/** What an agent has done so far, asked for by what a rule counts. Who answers decides how: from rows, or from what is being replayed. */
export interface CallHistory {
  /** Calls of the tool, or of all tools that do what the action means, that were asked and neither denied nor rejected. */
  made(subject: Subject, per: Span): number;
  /** Whether a call of the tool completed. */
  completed(tool: string, per: Span): boolean;
  /** Calls in the window that ends now, and what they cost; without a subject, of all tools. */
  spent(subject: Subject, per: Window): { readonly calls: number; readonly cost: number };
}

/** Calls without a session, or without a task, share one. */
export type Span = "session" | "task";
export type Window = "minute" | "hour" | "day";

export interface Subject {
  readonly tool?: string | undefined;
  readonly action?: string | undefined;
}

export const NO_HISTORY: CallHistory = {
  made: () => 0,
  completed: () => false,
  spent: () => ({ calls: 0, cost: 0 }),
};

/** A window as a sentence says it. */
export const EACH: Readonly<Record<Window, string>> = { minute: "a minute", hour: "an hour", day: "a day" };
