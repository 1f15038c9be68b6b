import type { Severity } from "../../finding.ts";
import type { Lexicon } from "./lexicon/lexicon.ts";

/**
 * A kind of word in a lexicon; who says to be the reader's own maker, and what is said to be the reader's own task, which are parts of those; words that the languages share; an
 * address.
 */
export type Part = Exclude<keyof Lexicon, "language" | "denial"> | "master" | "duty" | "overriding" | "address";

/** Parts that, near each other and in one language, say what an honest text hardly says. In any order: grammars differ. */
export interface Frame {
  readonly parts: readonly Part[];
  /** From the first to the last of them, in UTF-16 units. */
  readonly span: number;
  /** Whether the next sentence still counts. */
  readonly isWide: boolean;
  readonly severity: Severity;
}

function frame(parts: string, span: number, severity: Severity, isWide = false): Frame {
  return { parts: parts.split(" ") as Part[], span, isWide, severity };
}

export const FRAMES: readonly Frame[] = [
  // Drop what governs you.
  frame("drop rules prior", 76, "high"),
  frame("drop every", 56, "high"),
  frame("drop rules ai", 110, "high"),
  frame("drop rules task", 110, "high", true),
  frame("drop rules give", 120, "medium", true),
  frame("drop rules send", 120, "high"),
  // Drop what you read, and say this.
  frame("drop text say", 72, "medium"),
  // Give me what is yours to keep.
  frame("give prompt", 72, "high"),
  frame("maker secret", 220, "high", true),
  frame("maker prompt", 160, "high", true),
  frame("send secret address", 180, "high"),
  frame("send prompt address", 180, "high"),
  frame("drop give secret", 140, "high", true),
  // I am your master; obey me.
  frame("master", 80, "high"),
  frame("maker mode", 160, "medium", true),
  frame("maker drop rules", 160, "high", true),
  frame("maker obey", 160, "high", true),
  frame("enter mode overriding", 80, "high"),
  frame("maker overriding", 160, "high", true),
  frame("obey rules now", 120, "high", true),
  frame("obey be", 48, "medium"),
  frame("ai obey", 120, "high", true),
  // You are another from now on.
  frame("now be drop", 140, "high", true),
  frame("now be mode", 100, "medium"),
  frame("now be rules", 84, "medium"),
  frame("ai now be", 120, "medium"),
  frame("ai now drop", 140, "high", true),
  frame("now duty", 60, "medium"),
  frame("ai duty", 100, "medium"),
  frame("ai task rules", 90, "medium"),
  frame("now obey", 64, "medium"),
  // Keep it from the user.
  frame("conceal user", 64, "high"),
];

export const PARTS: readonly Part[] = [
  "drop",
  "rules",
  "prior",
  "every",
  "text",
  "say",
  "give",
  "secret",
  "prompt",
  "maker",
  "mode",
  "enter",
  "obey",
  "now",
  "be",
  "task",
  "conceal",
  "user",
  "ai",
  "send",
  "about",
  "master",
  "duty",
  "overriding",
  "address",
];

/** Every frame has one of these: where none is near, nothing has to be read. */
export const OPENING_PARTS: readonly Exclude<Part, "master" | "duty" | "overriding" | "address">[] = [
  "drop",
  "prompt",
  "maker",
  "obey",
  "now",
  "conceal",
  "task",
  "ai",
  "secret",
  "enter",
];
