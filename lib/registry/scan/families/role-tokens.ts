import type { Note } from "./note.ts";
import { ROLE_MARKS } from "./role-marks.ts";

/** Finds the marks of chat formats, and labels that make somebody speak. Offsets are those of the normalised text. */
const SPEAKERS =
  /(?:system|assistant|developer|admin|administrator|human|user|ai|model|tool|function)(?:\s(?:result|output|response|message|prompt))?\s?[:\])]/;

/** Labels of a turn: at the start of a line or sentence, with words to say after them. */
const LABEL =
  /(?:^|[\n.!?\])>"'`*#@(-]\s{0,3}|\s|\\n)(system|assistant|developer|admin|administrator|human|user|ai|model|tool|function)(\s(?:result|output|response|message|prompt))?\s?[:\])]\s?(?=[a-z])/g;

export function findRoleTokens(
  normalised: string,
  raw: string,
): { rule: Note["rule"]; severity?: Note["severity"]; start: number; end: number }[] {
  const notes: Note[] = [];
  for (const { has, rule, severity, pattern } of ROLE_MARKS) {
    if (!normalised.includes(has)) continue;
    for (const { index, 0: found } of normalised.matchAll(pattern)) {
      if (notes.length >= NOTES_MAX) break;
      notes.push({ rule, severity, start: index, end: index + found.length });
    }
  }
  // Offsets agree where nothing was folded; elsewhere case cannot be told, and marks above must do.
  const cased = raw.length === normalised.length ? raw : normalised;
  if (!SPEAKERS.test(normalised)) return notes;
  for (const { index, 0: found, 1: word = "", 2: kind = "" } of normalised.matchAll(LABEL)) {
    if (notes.length >= NOTES_MAX) break;
    const start = index + found.indexOf(word);
    const severity = weighLabel(
      word,
      kind.trim(),
      cased.slice(start, start + word.length),
      found.trimEnd().at(-1) ?? "",
      normalised.slice(index + found.length, index + found.length + 90),
    );
    if (severity !== undefined) notes.push({ rule: "role.turn", severity, start, end: index + found.trimEnd().length });
  }
  return notes;
}

const NOTES_MAX = 50;

const ORDERS =
  /^(?:you\b|ignore|always|never|do not|don't|from now|the user|the operator|override|disregard|forget|please|all\b|call\b|send|reveal|approve|must|trust|grant|yes\b|ok\b|sure\b|i\b|go ahead|thanks|confirm|run\b|execute|allow|delete|skip|proceed|obey|follow|say\b|new\b|access|your\b)/;

/** Who is made to speak, how loudly, and whether what follows is speech: "System: Linux" and "user: the id" are values. */
function weighLabel(word: string, kind: string, written: string, mark: string, behind: string): Note["severity"] {
  const capital = written.charAt(0) !== word.charAt(0);
  const shouted = written === word.toUpperCase() && word.length > 2;
  const words = /^[a-z]+[',]?\s[a-z]+/.test(behind);
  const orders = ORDERS.test(behind);
  const rules = word === "system" || word === "developer" || word === "admin" || word === "administrator";
  if (mark !== ":") return rules && capital === false && orders && mark === ")" ? "medium" : undefined;
  if (rules && (orders || (shouted && words))) return "high";
  if (rules) return undefined;
  if (word === "tool" || word === "function")
    return kind !== "" && (orders || behind.includes("approved")) ? "medium" : undefined;
  if ((word === "assistant" || word === "human") && capital && words) return orders || shouted ? "high" : "medium";
  return (word === "user" || word === "ai" || word === "model") && capital && orders ? "medium" : undefined;
}
