import { scoreUnit } from "../sentences/model/score.ts";
import { unitAt } from "../sentences/units.ts";

/**
 * Whether text that no page shows speaks to a reader. Honest comments say what code does or switch a linter; they do not
 * address a model, and they do not tell anybody to act. Since nobody is meant to read it, little is enough.
 */

/**
 * How a text is kept from people: in an attribute that a page shows on request, in a comment, as every source has them, in an
 * element that no page shows, or by a style whose only use is that nobody sees it.
 */
export type Concealment = "attribute" | "comment" | "unshown" | "style";

const MACHINE =
  "(?:a\\.?i\\.?(?!-\\w)(?:[ -](?:agents?|assistants?|models?|systems?|reviewers?|readers?|bots?|tools?))?|llms?|(?:virtual |coding )?assistants?|agents?|(?:chat-?)?bots?|(?:large )?language[ -]models?|claude|gpt(?:-?\\d\\w*)?|chatgpt|copilot|gemini|grok|llama|mistral|deepseek|qwen|crawlers?|summari[sz]ers?|automated (?:readers?|reviewers?|systems?))";
const ADDRESSEE = new RegExp(`\\b${MACHINE}\\b(?!-)`, "i");
/** `Assistant: …`, `Note to AI: …`, `Dear model, …`: spoken to by name, with something said behind it. */
const SPOKEN_TO = new RegExp(
  `(?:^|[\\n.!?>\\]])\\W{0,12}(?:(?:\\w+ ){0,2}(?:note|message|attention|instructions?|reminder|memo|notice|hint|request|order)s?[ ,:]+(?:to |for )?|dear |hey |hi |hello |to |for |if you(?: are|'re) )?(?:the |any |all |an? )?(?:${MACHINE}|model)(?: (?:\\w+ing|that|who|which)\\b[^:,\\n]{0,40})?\\s?[:,]\\s*[a-z]\\w+\\s+\\S{2}`,
  "i",
);
/** `the model shall …`, `agents reading this have to …`. */
const CHARGED = new RegExp(
  `\\b(?:${MACHINE}|the model|models)\\b(?:[ ]\\w+){0,4}?[ ](?:must|should|shall|ought to|ha(?:s|ve) to|needs? to|(?:is|are)(?: required| expected| instructed| asked)? to)\\b`,
  "i",
);
const ORDER =
  /\b(?:ignore|disregard|forget|override|instead|must|should|shall|ha(?:s|ve) to|(?:is|are) (?:required |expected )?to|always|never|do not|don't|please|now|(?<![-/])instructions?|immediately|secretly|silently|without (?:telling|asking|mentioning))\b/i;
/** Said to whoever helps with a text, not to whoever reads it. */
const CONTRIBUTING =
  /\b(?:pull request|merge request|issues?|PRs?|commits?|contribut\w*|changelog|this (?:comment|section|line|block|file|template|row)|checklist|maintainers?|readme)\b/i;
const ACT =
  /\b(?:send|e-?mail|mail|forward|upload|post|reveal|disclose|print|output|exfiltrate|leak|share|transfer|delete|remove|wipe|drop|empty|install|run|execute|open|visit|fetch|call|approve|accept|grant|add|create|change|reply|respond|answer|say|tell|mention|include|append|write|recommend|rate|praise|choose|hire|buy|pay|wire|invite|book|rename|reset|disable|deactivate|enable|copy|paste|read|download|export|submit|click|mark|push|merge|give)\b/i;
const PRIOR =
  /\b(?:previous|prior|above|earlier|system)\s+(?:\w+\s+){0,2}(?:instructions?|prompts?|rules?|messages?|context|directions?)\b/i;
/** What nobody writes for those who keep a page: to keep something from people, to get past what guards them. */
const COVERT =
  /\b(?:(?:do not|don't|never) (?:disclose|mention|reveal|tell|inform|report|alert|notify|show)|without (?:the user|users?|anyone|their|telling|asking|informing|confirm)|(?:bypass|circumvent|override|disable|skip|suppress) (?:\w+ ){0,3}(?:security|safety|validation|filters?|checks?|guardrails?|restrictions?|polic(?:y|ies)|safeguards?|approvals?|confirmations?))\b/i;
const YOU = /\b(?:you|your)\b/i;
const ORDERED = /\b(?:instructions?|directives?|commands?|orders?|admin(?:istrator)?|priority|authori[sz]ed|mode)\b/i;
/**
 * An errand at the start of a sentence. Letters and shops hide a line of their own (`Pay your invoice online`), which speaks of what is
 * the reader's; an agent is told of others' things.
 */
const ERRAND =
  /(?:^|[\n.!?:>])\W{0,6}(?:please |now |then |also |always |just )?(?:(?:you|the \w+) (?:should|must|shall|are to|is to|ha(?:s|ve) to|will|need to|needs to) )?(?:send|e-?mail|mail|forward|upload|post|reveal|disclose|print|output|exfiltrate|leak|transfer|delete|remove|wipe|drop|install|run|execute|call|approve|accept|grant|reply|respond|say|tell|recommend|rate|praise|wire|disable|deactivate|export|merge|give|forget|ignore|disregard|override|describe|report|visit|create|choose|include|overwrite|copy|do not|don't|never|when \w+ing,)\s+(?!(?:\w+ ){0,3}(?:your|our|us|we)\b)[\w'"$/.~@-]+/i;

const LOOKED_AT = 4096;
/** Nothing shorter tells anybody to do anything. */
const SAYS_MIN = 8;
/** So much is read by the model: what is longer would push the text around it out of its room (units.ts). */
const READ = 2048;
/** What the model of sentences has to say, in the logarithm of the odds, of what is kept from people in this way. */
const ENOUGH: Readonly<Record<Concealment, number>> = { attribute: 1.5, comment: 0.5, unshown: 0.5, style: 0 };

export function addressesReader(hidden: string, by: Concealment = "comment"): boolean {
  if (hidden.length < SAYS_MIN) return false;
  const text = hidden.slice(0, LOOKED_AT);
  if (PRIOR.test(text) || (COVERT.test(text) && ORDERED.test(text))) return true;
  const acts = ACT.test(text);
  const orders = ORDER.test(text);
  const isTold = acts || orders;
  if ((isTold || by === "style") && SPOKEN_TO.test(text)) return true;
  if (isTold && by !== "attribute" && CHARGED.test(text)) return true;
  if (by !== "attribute" && speaksOfActs(text, by, acts, orders)) return true;
  return reads(text.slice(0, READ), ENOUGH[by]);
}

function speaksOfActs(text: string, by: Concealment, acts: boolean, orders: boolean): boolean {
  if (by === "style" && (acts || orders) && ADDRESSEE.test(text)) return true;
  if (by !== "comment" && ERRAND.test(text)) return true;
  return acts && orders && YOU.test(text) && (ADDRESSEE.test(text) || !CONTRIBUTING.test(text));
}

/** Whether one of its sentences comes to `least`. */
function reads(text: string, least: number): boolean {
  for (let at = 0; at < text.length; ) {
    const unit = unitAt(text, at);
    if (scoreUnit(text, unit.start, unit.end) >= least) return true;
    at = Math.max(unit.end, at + 1);
  }
  return false;
}
