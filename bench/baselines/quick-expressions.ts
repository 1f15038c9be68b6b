import type { Look } from "#lib/sanitise/scorecard/score-texts.ts";

/**
 * The baseline of finding sentences: what most gateways and guards that read words do, a handful of regular expressions for the
 * sentences that everybody knows, and one for characters that do not show.
 *
 * Fair, because it is given the same rows and judged in the same way, and every expression is written to find more than its models do: the
 * words may stand in any form, with a gap between them. That it raises false alarms is told beside what it finds.
 */
export const QUICK_EXPRESSIONS = "bench/baselines/quick-expressions.ts";

const EXPRESSIONS: readonly RegExp[] = [
  /\b(?:ignor|disregard|forget|overrid|bypass|drop|discard|stop follow)\w*\b.{0,60}\b(?:instruction|rule|prompt|direction|command|guideline|order|task|told|above|before)/is,
  /\b(?:new|updated|real|actual|following)\s+(?:instructions?|rules?|task|objective|system prompt)\b/i,
  /\byou are now\b|\bfrom now on\b|\bact as (?:an?|the)\b.{0,30}\b(?:admin|root|developer|unrestricted|dan)\b/i,
  /<\|?(?:im_start|im_end|system|endoftext|assistant)\|?>|\[\/?INST\]|<<SYS>>|^\s*(?:#+\s*)?(?:system|assistant|developer)\s*(?:message|prompt)?\s*:/im,
  /\b(?:this is|message from|notice from|on behalf of|as the)\b.{0,30}\b(?:admin|administrator|system|developer|security team|operator|owner)/is,
  /\b(?:reveal|print|show|repeat|output|paste|include)\b.{0,40}\b(?:system prompt|your instructions|hidden prompt|conversation|password|secret|key)/is,
  /\b(?:send|post|upload|forward|exfiltrate|email)\b.{0,60}\b(?:password|secret|api key|token|credential|conversation|history)/is,
  /\b(?:do not|don't|never|without)\b.{0,20}\b(?:tell|inform|mention|notify|alert|telling|mentioning)\w*\b.{0,20}\b(?:user|human|anyone|them)\b/is,
  /\b(?:jailbreak|developer mode|do anything now|prompt injection)\b/i,
];
const HIDDEN = /[\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]|[\u{e0000}-\u{e007f}]/u;

/** It changes nothing, as they do not; a family whose rows must lose something is beyond it. */
export const lookQuickly: Look = (text) => ({
  cleaned: text,
  alarm: HIDDEN.test(text) || EXPRESSIONS.some((expression) => expression.test(text)),
});
