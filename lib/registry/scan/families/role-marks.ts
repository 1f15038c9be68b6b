import type { Note } from "./note.ts";

/**
 * Marks by which chat formats say who speaks. No honest definition needs one; the tag-like ones count only where they hold or
 * head text, because `<user>` is also how a placeholder is written. Every expression is anchored on a literal and bounded.
 */
interface RoleMark {
  /** What a text must hold for the expression to be worth running. */
  readonly has: string;
  readonly rule: Note["rule"];
  readonly severity?: Note["severity"];
  readonly pattern: RegExp;
}

const SPEAKER = "system|developer|admin|administrator|assistant";

export const ROLE_MARKS: readonly RoleMark[] = [
  // tokens of chat templates
  { has: "<", rule: "role.token", pattern: /<\s?[|\u00a6\uff5c]\s?\/?[a-z0-9_ /.:-]{2,48}\s?[|\u00a6\uff5c]\s?>/g },
  { has: "<", rule: "role.token", pattern: /<<\s?\/?\s?(?:sys|user|system|assistant)\s?>>/g },
  {
    has: "<",
    rule: "role.token",
    pattern: /<\/?(?:start_of_turn|end_of_turn|begin_of_text|end_of_text|eot_id|im_start|im_end|endoftext)>/g,
  },
  {
    has: "<",
    rule: "role.token",
    pattern:
      /<\/?(?:function_calls|function_results|antml:[a-z_]{2,30}|tool_response|tool_call|invoke name=)[^>]{0,80}>/g,
  },
  {
    has: "[",
    rule: "role.token",
    pattern: /\[\s?\/?\s?(?:inst|system_prompt|available_tools|tool_results?|tool_calls?|sys)\s?\]/g,
  },
  { has: "[|", rule: "role.token", pattern: /\[\|(?:human|ai|system|assistant|user|endofturn)\|\]/g },
  {
    has: "role",
    rule: "role.token",
    pattern: /\{\s?["']?role["']?\s?:\s?["'](?:system|developer|assistant|tool)["']\s?,\s?["']?content["']?\s?:/g,
  },
  // tags
  {
    has: "</",
    rule: "role.tag",
    pattern:
      /<\/(?:system|system[_-](?:prompt|message|reminder|instructions?)|assistant|developer|admin|secret|hidden|override|instructions?[_-]override|sys)\s?>/g,
  },
  {
    has: "<",
    rule: "role.tag",
    pattern:
      /<(?:system[_-](?:prompt|message|reminder|instructions?)|admin[_-][a-z]{3,20}|hidden[_-]instructions?|secret[_-]instructions?|override)\s?>/g,
  },
  { has: "<", rule: "role.tag", pattern: /<(?:system|sys|developer|assistant)\s?>(?=\s?[a-z]{2,30}\s[a-z])/g },
  { has: "<", rule: "role.tag", severity: "medium", pattern: /<important\s?>/g },
  {
    has: "<",
    rule: "role.tag",
    severity: "medium",
    pattern: /<\/?(?:user|assistant|human|tool|model|ai)[_-](?:message|response|prompt|turn|reply|result|output)\s?>/g,
  },
  // headings, fences and brackets
  {
    has: "##",
    rule: "role.turn",
    severity: "high",
    pattern: new RegExp(
      `#{2,6}\\s?(?:new\\s)?(?:${SPEAKER})(?:\\s(?:message|prompt|instructions?|override|directive|note|notice))?\\s?(?::|#|\\n|$)`,
      "g",
    ),
  },
  {
    has: "#",
    rule: "role.turn",
    severity: "medium",
    pattern: /#{1,6}\s?(?:instruction|system|developer|admin)s?\s?(?:override|note|notice)?\s?:\s?[a-z]/g,
  },
  {
    has: "#",
    rule: "role.turn",
    severity: "high",
    pattern: /#{1,6}\s?(?:system|admin|developer)\s(?:override|prompt|message|directive|notice|command)\b/g,
  },
  { has: "```", rule: "role.turn", severity: "high", pattern: /`{3}\s?(?:system|developer|assistant)\b/g },
  { has: "==", rule: "role.turn", severity: "high", pattern: /[=*-]{2,6}\s?(?:system|developer|admin)\s?[=*-]{2,6}/g },
  { has: ">", rule: "role.turn", severity: "high", pattern: /(?:^|[\s"'.])(?:system|developer|admin)>\s?(?=[a-z])/g },
  {
    has: "role",
    rule: "role.turn",
    severity: "medium",
    pattern: /(?:^|[\s{,])["']?role["']?\s?[:=]\s?["']?(?:system|developer)["']?(?=\s|,|}|$)/g,
  },
  {
    has: " ",
    rule: "role.turn",
    severity: "high",
    pattern: new RegExp(
      `[\\[({]\\s?(?:${SPEAKER}|root|security)[ _-](?:override|bypass|message|prompt|instructions?|directive|note|notice|command|administrator|update|alert)\\s?[\\])}:]`,
      "g",
    ),
  },
  { has: "[", rule: "role.turn", severity: "high", pattern: /\[\s?(?:system|admin|developer|assistant|root)\s?\]/g },
  {
    has: " ",
    rule: "role.turn",
    severity: "high",
    pattern:
      /(?:^|[\s>*_#-])(?:system|developer|admin)\s(?:message|prompt|override|directive|notice|instructions?|command|update)\s?(?::|-{2,}|#|>)/g,
  },
  {
    has: " ",
    rule: "role.turn",
    severity: "high",
    pattern:
      /[-=*_]{3,}\s?(?:begin|start|end)(?:\sof)?\s(?:the\s)?(?:new\s)?(?:system|tool|developer|user|trusted|hidden|description|prompt|instructions?|context|untrusted)\b/g,
  },
  {
    has: " ",
    rule: "role.turn",
    severity: "high",
    pattern:
      /\b(?:begin|end)\s(?:system|developer|hidden|secret|admin)\s(?:prompt|message|instructions?|section|block)\b/g,
  },
];
