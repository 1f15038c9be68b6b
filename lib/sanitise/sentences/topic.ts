import { KeywordFilter } from "./keyword-filter.ts";

/**
 * Whether a text speaks about attacks on models: advisories, test suites, lessons, changelogs of scanners. They quote what they
 * speak of. It is a discount and never a pardon: the sentence is still noted.
 */
const TOPIC =
  "prompt injection|injection attack|indirect injection|jailbreak|red team|redteam|adversarial|attacker|attack vector|attack pattern|attack technique|attack phrase|malicious|exploit|vulnerabilit|payload|mitigat|exfiltration|guardrail|owasp|mitre|threat model|threat actor|penetration test|security research|researchers|detects|detection|detector|classif|false positive|test case|test suite|unit test|regression test|assert|fixture|harmful|phishing|poisoning|smuggling|red-team|case study|case-study|incident|quoted example|literal string|training example|policy review|allowlist|deny list|denylist|blocklist|changelog|release notes|postmortem|workshop|lesson|quiz|students|the phrase|phrases like|phrases such|examples such|sample prompt|example prompt|known attack|refuse|refusal|homoglyph|lookalike|look-alike|confusable|obfuscat|unicode character|unicode name|unicode tag|tag character|cyrillic|hidden instruction|generated prompt|poisoned|contamination|embedded instruction|sensitive data|visually similar";

const words = TOPIC.split("|");
const FILTER = new KeywordFilter(words.map((word, group) => [` ${word.replaceAll("-", " ")}`, group] as const));

const BEFORE = 1200;
const AFTER = 700;

/** How many different words of the topic stand around `[start, end)`, not counting what stands inside of it. */
export function countTopicWords(text: string, start: number, end: number): number {
  const seen = new Set<number>();
  FILTER.scan(text.slice(Math.max(0, start - BEFORE), start), (_, group) => seen.add(group));
  FILTER.scan(text.slice(end, end + AFTER), (_, group) => seen.add(group));
  return seen.size;
}
