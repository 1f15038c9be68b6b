import type { Note } from "./note.ts";

/**
 * Marks by which chat formats say who speaks. No honest definition needs one; the tag-like ones count only where they hold or
 * head text, because `<user>` is also how a placeholder is written. Every expression is anchored on a literal and bounded.
 */
interface Mark {
  readonly rule: Note["rule"];
  readonly severity?: Note["severity"];
  readonly pattern: RegExp;
}

const MARKS: readonly Mark[] = [
  { rule: "role.token", pattern: /<\s?[|\u00a6\uff5c]\s?\/?[a-z0-9_ /.:-]{2,48}\s?[|\u00a6\uff5c]\s?>/g },
  {
    rule: "role.token",
    pattern: /\[\s?\/?\s?(?:inst|system_prompt|available_tools|tool_results?|tool_calls?|sys)\s?\]/g,
  },
  { rule: "role.token", pattern: /<<\s?\/?\s?sys\s?>>/g },
  {
    rule: "role.token",
    pattern: /<\/?(?:start_of_turn|end_of_turn|begin_of_text|end_of_text|eot_id|im_start|im_end|endoftext)>/g,
  },
  { rule: "role.token", pattern: /\[\|(?:human|ai|system|assistant|user|endofturn)\|\]/g },
  {
    rule: "role.token",
    pattern:
      /<\/?(?:function_calls|function_results|antml:[a-z_]{2,30}|tool_response|tool_call|invoke name=)[^>]{0,80}>/g,
  },
  {
    rule: "role.token",
    pattern: /\{\s?["']?role["']?\s?:\s?["'](?:system|developer|assistant|tool)["']\s?,\s?["']?content["']?\s?:/g,
  },
  {
    rule: "role.tag",
    pattern:
      /<\/(?:system|system[_-]prompt|system[_-]message|system[_-]reminder|system[_-]instructions?|assistant|developer|admin|secret|hidden|override|instructions?[_-]override|sys)\s?>/g,
  },
  {
    rule: "role.tag",
    pattern:
      /<(?:system[_-]prompt|system[_-]message|system[_-]reminder|system[_-]instructions?|admin[_-][a-z]{3,20}|hidden[_-]instructions?|secret[_-]instructions?|override)\s?>/g,
  },
  { rule: "role.tag", pattern: /<(?:system|sys|developer|assistant)\s?>(?=\s?[a-z]{2,30}\s[a-z])/g },
  { rule: "role.tag", severity: "medium", pattern: /<important\s?>/g },
  {
    rule: "role.turn",
    severity: "high",
    pattern:
      /#{2,6}\s?(?:new\s)?(?:system|developer|admin|assistant)(?:\s(?:message|prompt|instructions?|override|directive|note|notice))?\s?(?::|#|\n|$)/g,
  },
  {
    rule: "role.tag",
    severity: "medium",
    pattern: /<\/?(?:user|assistant|human|tool|model|ai)[_-](?:message|response|prompt|turn|reply|result|output)\s?>/g,
  },
  {
    rule: "role.turn",
    severity: "medium",
    pattern: /(?:^|[\s{,])["']?role["']?\s?[:=]\s?["']?(?:system|developer)["']?(?=\s|,|}|$)/g,
  },
  {
    rule: "role.turn",
    severity: "medium",
    pattern: /#{1,6}\s?(?:instruction|system|developer|admin)s?\s?(?:override|note|notice)?\s?:\s?[a-z]/g,
  },
  {
    rule: "role.turn",
    severity: "high",
    pattern: /#{1,6}\s?(?:system|admin|developer)\s(?:override|prompt|message|directive|notice|command)\b/g,
  },
  { rule: "role.turn", severity: "high", pattern: /`{3}\s?(?:system|developer|assistant)\b/g },
  {
    rule: "role.turn",
    severity: "high",
    pattern:
      /[[({]\s?(?:system|developer|admin|administrator|root|security|assistant)[ _-](?:override|bypass|message|prompt|instructions?|directive|note|notice|command|administrator|update|alert)\s?[\])}:]/g,
  },
  { rule: "role.turn", severity: "high", pattern: /\[\s?(?:system|admin|developer|assistant|root)\s?\]/g },
  {
    rule: "role.turn",
    severity: "high",
    pattern:
      /(?:^|[\s>*_#-])(?:system|developer|admin)\s(?:message|prompt|override|directive|notice|instructions?|command|update)\s?(?::|-{2,}|#|>)/g,
  },
  {
    rule: "role.turn",
    severity: "high",
    pattern:
      /[-=*_]{3,}\s?(?:begin|start|end)(?:\sof)?\s(?:the\s)?(?:new\s)?(?:system|tool|developer|user|trusted|hidden|description|prompt|instructions?|context|untrusted)\b/g,
  },
  {
    rule: "role.turn",
    severity: "high",
    pattern:
      /\b(?:begin|end)\s(?:system|developer|hidden|secret|admin)\s(?:prompt|message|instructions?|section|block)\b/g,
  },
];

/** Labels of a turn: at the start of a line or sentence, with words to say after them. */
const LABEL =
  /(?:^|[\n.!?\])>"'`*#@(-]\s{0,3}|\s)(system|assistant|developer|admin|administrator|human|user|ai|model|tool|function)(\s(?:result|output|response|message|prompt))?\s?[:\])]\s?(?=[a-z])/g;

export function findRoleTokens(
  normalised: string,
  raw: string,
): { rule: Note["rule"]; severity?: Note["severity"]; start: number; end: number }[] {
  const notes: Note[] = [];
  for (const { rule, severity, pattern } of MARKS) {
    for (const { index, 0: found } of normalised.matchAll(pattern)) {
      if (notes.length >= NOTES_MAX) break;
      notes.push({ rule, severity, start: index, end: index + found.length });
    }
  }
  // Offsets agree where nothing was folded; elsewhere case cannot be told, and marks above must do.
  const cased = raw.length === normalised.length ? raw : normalised;
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
