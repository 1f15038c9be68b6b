/**
 * Whether text that no page shows speaks to a reader. Honest comments say what code does or switch a linter; they do not
 * address a model, and they do not tell anybody to act. Since nobody is meant to read it, little is enough.
 */
const ADDRESSEE =
  /\b(?:a\.?i\.?|llms?|assistants?|agents?|chat-?bots?|language models?|claude|gpt|chatgpt|copilot|gemini|crawlers?|summari[sz]ers?)\b/i;
const ORDER =
  /\b(?:ignore|disregard|forget|override|instead|must|should|always|never|do not|don't|please|now|instructions?|immediately|secretly|silently|without (?:telling|asking|mentioning))\b/i;
const ACT =
  /\b(?:send|e-?mail|forward|upload|post|reveal|disclose|print|output|exfiltrate|leak|share|transfer|delete|remove|install|run|execute|open|visit|fetch|call|approve|grant|add|create|change|reply|respond|answer|say|tell|include|append|write|recommend|rate|hire|buy|pay|wire|invite|book|rename|disable|enable|copy|paste|read|download|export|submit|click)\b/i;
const PRIOR =
  /\b(?:previous|prior|above|earlier|system)\s+(?:\w+\s+){0,2}(?:instructions?|prompts?|rules?|messages?|context|directions?)\b/i;
/** What nobody writes for those who keep a page: to keep something from people, to get past what guards them. */
const COVERT =
  /\b(?:(?:do not|don't|never) (?:disclose|mention|reveal|tell|inform|report|alert|notify|show)|without (?:the user|users?|anyone|their|telling|asking|informing|confirm)|(?:bypass|circumvent|override|disable|skip|suppress) (?:\w+ ){0,3}(?:security|safety|validation|filters?|checks?|guardrails?|restrictions?|polic(?:y|ies)|safeguards?|approvals?|confirmations?))\b/i;
const YOU = /\b(?:you|your)\b/i;

const ORDERED = /\b(?:instructions?|directives?|commands?|orders?|admin(?:istrator)?|priority|authori[sz]ed|mode)\b/i;

const LOOKED_AT = 4096;

export function addressesReader(hidden: string): boolean {
  const text = hidden.slice(0, LOOKED_AT);
  if (PRIOR.test(text)) return true;
  if (COVERT.test(text) && ORDERED.test(text)) return true;
  const acts = ACT.test(text);
  if (ADDRESSEE.test(text)) return acts || ORDER.test(text);
  return acts && ORDER.test(text) && YOU.test(text);
}
