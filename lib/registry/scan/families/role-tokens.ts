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

/** "SYSTEM:" in capitals, or at the start of a line, with something to do after it. */
const LABEL = /(?:^|[\n.!?\])>"'\s])(system|assistant|developer|admin|administrator)\s?:\s/g;
const TURNS = /(?:^|\n)\s{0,8}(?:human|user)\s?:\s[^\n]{0,400}\n\s{0,8}(?:assistant|ai|system)\s?:/g;

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
  for (const { index, 0: found, 1: word = "" } of normalised.matchAll(LABEL)) {
    if (notes.length >= NOTES_MAX) break;
    const start = index + found.indexOf(word);
    if (isSpeech(normalised, raw, start, index + found.length, word))
      notes.push({ rule: "role.turn", severity: "high", start, end: start + word.length + 1 });
  }
  for (const { index, 0: found } of normalised.matchAll(TURNS)) {
    if (notes.length >= NOTES_MAX) break;
    notes.push({ rule: "role.turn", severity: "low", start: index, end: index + found.length });
  }
  return notes;
}

const NOTES_MAX = 50;

/** In capitals, or with an order right behind it; "System: Linux" is a value. */
function isSpeech(normalised: string, raw: string, start: number, end: number, word: string): boolean {
  const shouted = raw.length === normalised.length && raw.slice(start, start + word.length) === word.toUpperCase();
  const behind = normalised.slice(end, end + 80);
  return (
    (shouted && word !== "assistant" && /^[a-z]+\s[a-z]+/.test(behind)) ||
    /^(?:you|ignore|always|never|do not|from now|the user|override|disregard|forget|please|new|all|call|send|reveal|approve|must|trust)\b/.test(
      behind,
    )
  );
}
