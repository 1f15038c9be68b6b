import type { Severity } from "../finding.ts";
import type { RoleKind } from "../marker.ts";

/**
 * What makes a text look like another speaker's turn: tokens of chat templates, tags and headings that open a turn, tool results
 * that no tool gave. Tokens that nobody writes by accident are alarms; a heading "System:" alone is not.
 */
export interface RoleMatch {
  readonly start: number;
  readonly end: number;
  readonly kind: RoleKind;
  readonly severity: Severity;
  readonly rule: "role.token" | "role.turn" | "role.tool-result";
}

const NAMES: Readonly<Record<string, RoleKind>> = {
  system: "system",
  sys: "system",
  developer: "developer",
  user: "user",
  human: "user",
  assistant: "assistant",
  model: "assistant",
  tool: "tool",
  function: "tool",
  ipython: "tool",
};

function kindOf(words: string): RoleKind {
  for (const [name, kind] of Object.entries(NAMES)) if (words.includes(name)) return kind;
  return "token";
}

/** `<|im_start|>system`, `<｜User｜>`, `<|eot_id|>`. */
const PIPED =
  /<[|｜]\s{0,4}([a-z][a-z0-9_▁ -]{1,40}?)\s{0,4}[|｜]>(?:\s{0,2}(system|developer|user|assistant|tool)\b)?/iy;
/** `[INST]`, `[/INST]`, `<<SYS>>`, `[SYSTEM_PROMPT]`, `[TOOL_RESULTS]`; in small letters a list of one variable. */
const SQUARE =
  /\[(?:\/(SYSTEM|ASSISTANT|DEVELOPER)\]|\/?(INST|SYS(?:TEM)?_PROMPT|TOOL_(?:RESULTS?|CALLS?|CONTENT)|AVAILABLE_TOOLS|IMG|PREFIX|MIDDLE|SUFFIX|\|(?:human|user|ai|assistant|system|developer|tool|endofturn|Human|User|AI|Assistant|System|Developer|Tool)\|)\])/y;
/** What an editor's model is told is also what manuals write between brackets, and a picture in a forum. */
const MANUAL = /^(?:IMG|PREFIX|MIDDLE|SUFFIX)$/;
const DOUBLE = /<<\s?\/?(SYS|SYSTEM)\s?>>/iy;
/** Turns and tool results as tags. */
const TAG =
  /<(\/)?(?:(?:antml|anthropic|ns):)?(system(?:[-_ ]?(?:prompt|message|reminder|instructions?))?|developer(?:[-_](?:message|prompt|instructions?))?|assistant|human|user(?:[-_](?:message|input|query))?|(?:start|end)_of_turn|tool[-_](?:results?|calls?|outputs?|response|use)|function[-_](?:results?|calls?|response)|(?:un)?trusted[-_](?:data|content|input|output|text|document)|(?:retrieved|external)[-_](?:content|data|documents?)|(?:role|chat|message|msg|llm|antml|anthropic)[:_-](?:system|developer|assistant|user)|think(?:ing)?|scratchpad|reasoning|inner[-_]monologue|admin|im_start|im_end|bos|eos|extra_id_\d{1,3}|reserved_\d{1,3}|unused_?\d{1,3})(?:\s[^<>]{0,200})?>/iy;
/** `[system]`, `[system message]`, `[tool output] SYSTEM:`. */
const BRACKETED =
  /\[\s?(system|developer|admin|assistant|tool|function)(?:[-_ ](?:message|prompt|override|notice|note|instructions?|output|results?|response|update|alert))?\s?\](?:\s?\(#[a-z_]{1,20}\))?:?(?:\s{0,2}(system|developer|admin)\s?:)?/iy;

/** The words that tokens of chat templates are made of, in any order and number. */
const TOKEN_WORDS = new Set(
  [
    "im start end begin sep middle bos eos eot eom eod pad unk mask cls system sys user human assistant developer bot model chatbot",
    "endoftext endofprompt endofturn endofmessage header id of text turn role sentence utterance document message msg channel return",
    "call calls constrain tool tools function functions result results output outputs response section python tag ipython code",
    "interpreter fim prefix suffix hole reserved special token unused extra observation action plugin thought think thinking analysis",
    "final vision image video audio box object ref quad media speech repo name file filename instruction instructions query context",
    "available prompt bom eoh eoc eoa soh",
  ].flatMap((words) => words.split(" ")),
);

/** Those that are tokens by themselves. */
const WHOLE_TOKENS =
  /^(?:system|user|assistant|developer|human|endoftext|endofprompt|endofturn|eot|eom|eos|bos|eod|eoh|eoc|eoa|soh|pad|sep|start|end|channel|message|return|call|constrain|tool|observation|plugin|interpreter)$/;

function isToken(name: string): boolean {
  const words = name.split(/[_▁ -]+/).filter((word) => word !== "" && !/^\d{1,4}$/.test(word));
  const [only] = words;
  if (only !== undefined && words.length === 1) return WHOLE_TOKENS.test(only);
  return words.length > 0 && words.every((word) => TOKEN_WORDS.has(word));
}

/** At `<`. */
export function roleAtAngle(text: string, at: number): RoleMatch | undefined {
  const next = text.charAt(at + 1);
  if (next === "|" || next === "｜") {
    PIPED.lastIndex = at;
    const found = PIPED.exec(text);
    const name = found?.[1]?.toLowerCase();
    if (found === null || name === undefined || !isToken(name)) return undefined;
    const kind = kindOf(`${name} ${found[2] ?? ""}`.toLowerCase());
    return { start: at, end: at + found[0].length, kind, severity: "high", rule: "role.token" };
  }
  if (next === "<") {
    DOUBLE.lastIndex = at;
    const found = DOUBLE.exec(text)?.[0];
    return found === undefined
      ? undefined
      : { start: at, end: at + found.length, kind: "system", severity: "high", rule: "role.token" };
  }
  TAG.lastIndex = at;
  const found = TAG.exec(text);
  const name = found?.[2]?.toLowerCase();
  if (found === null || name === undefined) return undefined;
  const isTool = /^(?:tool|function)/.test(name);
  const isThought = THOUGHT.test(name);
  const isWeak = isThought
    ? !DECIDES.test(text.slice(at, at + DECIDES_REACH))
    : /^(?:bos|eos|admin|user)$/.test(name) || isArgument(text, at);
  const severity: Severity = isWeak ? "low" : "medium";
  return {
    start: at,
    end: at + found[0].length,
    kind: isThought ? "assistant" : kindOf(name),
    severity,
    rule: isTool ? "role.tool-result" : "role.turn",
  };
}

/** `C<system>` in a manual of Perl, `Array<System>` in source: right behind a name that begins with a capital, and closed by nothing else. */
function isArgument(text: string, at: number): boolean {
  return /(?<![A-Za-z])[A-Z]\w{0,40}$/.test(text.slice(Math.max(0, at - 42), at)) && text.charAt(at + 1) !== "/";
}

/** What a model thinks stands in what a model said; that it has made up its mind to act is put into its mouth. */
const THOUGHT = /^(?:think|scratchpad|reasoning|inner)/;
const DECIDES =
  /\b(?:the user (?:has )?(?:already )?(?:approved|confirmed|agreed|allowed|authori[sz]ed|wants)|I (?:have|'ve) (?:already )?(?:checked|confirmed|verified|asked)|I (?:should|must|will|'ll|need to)(?: now| also| first)? (?:run|send|delete|call|execute|forward|upload|approve|grant|transfer|open|post|share|reveal|print|ignore|comply|follow))\b/i;
const DECIDES_REACH = 400;

const BRACKET_STARTS = new Uint8Array(128);
for (const character of "/ |isdatfISDATF") BRACKET_STARTS[character.charCodeAt(0)] = 1;

/** At `[`. */
export function roleAtBracket(text: string, at: number, atLineStart: boolean): RoleMatch | undefined {
  const next = text.charCodeAt(at + 1);
  if (next >= 128 || BRACKET_STARTS[next] === 0) return undefined;
  SQUARE.lastIndex = at;
  const square = SQUARE.exec(text);
  if (square !== null) {
    const name = square[1] ?? square[2] ?? "";
    return {
      start: at,
      end: at + square[0].length,
      kind: kindOf(name.toLowerCase()),
      severity: MANUAL.test(name) && !isTokenNear(text, at + square[0].length) ? "low" : "high",
      rule: "role.token",
    };
  }
  BRACKETED.lastIndex = at;
  const found = BRACKETED.exec(text);
  const name = found?.[1]?.toLowerCase();
  if (found === null || name === undefined) return undefined;
  const second = found[2] !== undefined;
  const shouted = /^\[\s?[A-Z]/.test(found[0]) && /^\[\s?[A-Z _-]+\s?\]/.test(found[0]);
  const said = found[0].trim() !== `[${name}]` && /message|prompt|override|instruction|#/i.test(found[0]);
  if (!second && !(atLineStart && (said || (shouted && name === "system" && found[0].endsWith(":"))))) return undefined;
  return {
    start: at,
    end: at + found[0].length,
    kind: kindOf(second ? "system" : name),
    severity: "medium",
    rule: "role.turn",
  };
}

/** Whether the next token in brackets is near: one of them alone is none. */
function isTokenNear(text: string, end: number): boolean {
  const next = text.slice(end, end + TOKENS_NEAR).indexOf("[");
  if (next < 0) return false;
  SQUARE.lastIndex = end + next;
  return SQUARE.test(text);
}
const TOKENS_NEAR = 400;

/** A line that opens a turn: `### System:`, `--- SYSTEM MESSAGE ---`, `**System:**`, `System override:`. */
const TURN_LINE =
  /(?:#{1,4}[ \t]*(system|developer|instruction|response|assistant|human|user)(?:[ \t]+(?:message|prompt|instructions?|override))?[ \t]*:|[-=*#~]{2,}[ \t]*(?:(?:begin|start|end|new|real|actual|updated|true)[ \t]+(?:of[ \t]+)?(?:the[ \t]+)?)?(system|developer|admin(?:istrator)?)[ \t]+(?:message|prompt|instructions?|override|notice|directive|note|update)[ \t]*[-=*#~]{2,}|\*\*[ \t]*(system|developer)[ \t]*(?:message|prompt|override|notice)?[ \t]*:?[ \t]*\*\*[ \t]*:?|(system|developer|admin)[ \t]+(?:message|prompt|override|instructions?|directive)[ \t]*:)/iy;
/** A turn by its speaker's name alone: names of machines, and a request behind them. */
const SPOKEN_LINE =
  /(?:(system|developer)[ \t]{0,2}:[ \t]{0,4}(?=(?:please |now |you |do not |don't |always |never |ignore |disregard |forget |override |reveal |send |delete |approve |run |execute |print |forward |reply |respond |install |change |add |read |upload |post |call |open |transfer |disable |enable |new (?:instruction|task|rule))\S)|(human|assistant|user|ai|model)[ \t]{0,2}:[^\n]{0,2000}?(?:\n|\\n)(?:\s|\\n){0,4}(?:assistant|human|ai)[ \t]{0,2}:|(assistant|ai|model)[ \t]{0,2}:[^\n]{0,2000}?(?:\n|\\n)(?:\s|\\n){0,4}(?:user|human)[ \t]{0,2}:)/iy;
/** Turns in one line, as some models were trained on them, and a tool's result with somebody's answer to it below. */
const SHOUTED_TURNS = /(?:BEGINNING OF CONVERSATION:\s?)?(USER|HUMAN)\s?:[^\n]{1,500}?\b(?:ASSISTANT|AI|GPT)\s?:/y;
const ANSWERED_RESULT =
  /(tool)[_ ](?:results?|outputs?|responses?)(?: \([^()\n]{1,40}\))?\s?:[^\n]{1,500}\n\s{0,20}(?:user|human|assistant)\s?:\s?\S/iy;
/** The same of the system's turns, and headings that no manual shouts. */
const SHOUTED_SYSTEM =
  /(?:(?:USER|HUMAN|ASSISTANT)[ \t]?:[^\n]{0,500}\n\s{0,20}(SYSTEM)[ \t]?:[ \t]?\S|#{1,4}[ \t]*(SYSTEM|DEVELOPER) (?:PROMPT|MESSAGE|INSTRUCTIONS?|OVERRIDE)[ \t]*(?=\r?\n)|(?:BEGIN|START|END)(?: OF)? (SYSTEM|DEVELOPER|ADMIN) (?:MESSAGE|PROMPT|INSTRUCTIONS?)[ \t]*(?=\r?\n|$))/y;
const FENCED_ROLE =
  /((?:`{3,}|~{3,})[ \t]*)(system|developer|assistant|user|human|tool_result|tool_output|tool_call|instructions?)[ \t]*(?:\r?(?=\n|$)|(?=\\n))/iy;

/** What every such line begins with: one look decides on the others. */
const TURN_START =
  /[-=*#~_`<[(]{0,40}[ \t]?(?:system|developer|instruction|response|assistant|human|user|ai[ \t]?:|model|admin|begin|start|end|new|real|actual|updated|true|close|conclusion|tool[_ ])/iy;

/** At the first visible character of a line. */
export function roleAtLine(text: string, at: number): RoleMatch | undefined {
  TURN_START.lastIndex = at;
  if (!TURN_START.test(text)) return undefined;
  FENCED_ROLE.lastIndex = at;
  const fenced = FENCED_ROLE.exec(text);
  if (fenced !== null) {
    // The fence itself stays: without its start its end would open another.
    const start = at + (fenced[1]?.length ?? 0);
    return turn(start, at + fenced[0].trimEnd().length, fenced[2] ?? "", "medium");
  }
  TURN_LINE.lastIndex = at;
  const found = TURN_LINE.exec(text);
  if (found !== null) {
    const name = found[1] ?? found[2] ?? found[3] ?? found[4] ?? "";
    const end = at + found[0].length;
    // A machine has messages for people too, and these say nothing to a model.
    const isForPeople =
      found[4] !== undefined && found[4] !== found[4].toUpperCase() && !TO_MODEL.test(text.slice(end, end + TOLD));
    const weak = isForPeople || /^(?:user|human|assistant)$/i.test(name);
    return turn(at, at + found[0].trimEnd().length, name, weak ? "low" : "medium");
  }
  const wrapping = endsWrapping(text, at);
  if (wrapping !== undefined) return wrapping;
  SPOKEN_LINE.lastIndex = at;
  SHOUTED_TURNS.lastIndex = at;
  SHOUTED_SYSTEM.lastIndex = at;
  ANSWERED_RESULT.lastIndex = at;
  const spoken =
    SPOKEN_LINE.exec(text) ?? SHOUTED_TURNS.exec(text) ?? ANSWERED_RESULT.exec(text) ?? SHOUTED_SYSTEM.exec(text);
  if (spoken === null) return undefined;
  const name = spoken[1] ?? spoken[2] ?? spoken[3] ?? "";
  return turn(at, at + name.length + 1, name, "medium");
}

const TO_MODEL =
  /\b(?:assistants?|a\.?i\.?|llms?|models?|agents?|bots?|instructions?|prompts?|rules?|polic(?:y|ies)|ignore|disregard|forget|override|reveal|comply|obey|approved?|unrestricted|mode|you (?:are|must|will|may|shall|should|have to|can))\b/i;
const TOLD = 200;
const FIELD =
  /"\s{0,3}:\s{0,3}"(system|developer|tool|assistant|user)"\s{0,3},\s{0,8}"(?:content|text|message|parts)"/iy;
/** An end that honest files have too, and behind it somebody who goes on speaking. */
const ENDED_AND_SPOKEN =
  /(?:end|close)[ \t](?:of[ \t])?(?:the[ \t])?(?:document|context|data|input|file|page|email|article|output|message|text|attachment|quote|results?)[ \t]?[-=*#~_\]>)]{1,40}\s{0,40}(?:[-=*#~_[<(]{1,12}[ \t]?)?(?:new[ \t])?(?:user|system|assistant|human|admin(?:istrator)?|developer)(?:[ \t](?:message|instructions?|prompt|request|query|command)s?)?[ \t]?[:\]#>*]/iy;
const ENDED =
  /(?:end|close|conclusion)[ \t](?:of[ \t])?(?:the[ \t])?(?:tool|function|document|untrusted|user|search|retrieved|external|file|web|page|api)[ \t](?:output|results?|response|content|input|data|text|document|message|query|request)s?\b/iy;

/** Behind `"role`: a message written as chat interfaces write one. `at` is the quotation mark that ends the name. */
export function roleAtField(text: string, at: number): RoleMatch | undefined {
  FIELD.lastIndex = at;
  const found = FIELD.exec(text);
  if (found === null) return undefined;
  // A message of a user or an assistant is what the manuals of such interfaces are made of.
  const weak = /^(?:user|assistant)$/i.test(found[1] ?? "");
  return turn(at - 5, at + found[0].length, found[1] ?? "", weak ? "low" : "medium");
}

/** At the first letter of a line's words, past its dashes: an end that only whoever wrapped the text could write. */
function endsWrapping(text: string, at: number): RoleMatch | undefined {
  RULED.lastIndex = at;
  const ruled = RULED.exec(text)?.[0].length ?? 0;
  ENDED.lastIndex = at + ruled;
  ENDED_AND_SPOKEN.lastIndex = at + ruled;
  const found = (ENDED.exec(text) ?? ENDED_AND_SPOKEN.exec(text))?.[0];
  if (found === undefined || ruled === 0) return undefined;
  return { start: at, end: at + ruled + found.length, kind: "tool", severity: "medium", rule: "role.tool-result" };
}
const RULED = /[-=*#~_[<(]{1,40}[ \t]?/y;

function turn(start: number, end: number, name: string, severity: Severity): RoleMatch {
  return { start, end, kind: kindOf(name.toLowerCase()), severity, rule: "role.turn" };
}
