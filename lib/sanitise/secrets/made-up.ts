/**
 * Tells what was drawn at random from what was written by a person: placeholders, references, words. Nothing here reads the
 * text around a value, so no comment beside a secret can acquit it.
 */

const PLACEHOLDER =
  /example|placeholder|your[-_ ]?|changeme|change[-_]me|redacted|dummy|sample|insert[-_]|replace|xxxx|\*\*\*|\.\.\.|…|todo|fixme|notreal|fake|(?:token|key|secret|password)[-_]?here|1234567|abcdef(?:g|0)/i;
/** What stands for a value that lives elsewhere. */
const REFERENCE =
  /^[$<{[(%?]|\$\{|\{\{|process\.env|os\.environ|getenv|^env[.:]|secrets?\.|^vault:|^ref\+|^op:\/\/|^arn:|^!|^&|^\*|::|\(\)?|=>|^@/i;
const ADDRESS = /:\/\/|^\.{0,2}\/|^~\/|^[A-Za-z]:\\/;
const FILE_NAME =
  /\.(?:pem|key|crt|cer|json|ya?ml|txt|env|ts|tsx|js|mjs|py|go|rs|java|rb|php|sh|md|html|toml|ini|conf|cfg)$/i;
const DATE = /^\d{4}-\d\d-\d\d(?:[T ][\d:.,]+(?:Z|[+-][\d:]+)?)?$/;
/** Code: a member of something, a call, a type. */
const CODE = /^[A-Za-z_$][\w$]*(?:\??\.[A-Za-z_$][\w$]*)+[;,]?$|[([{]/;

export function isPlaceholder(value: string): boolean {
  return PLACEHOLDER.test(value) || isRepetitive(value);
}

export function isReference(value: string): boolean {
  return REFERENCE.test(value) || ADDRESS.test(value) || FILE_NAME.test(value) || DATE.test(value) || CODE.test(value);
}

/** `aaaa…`, `0123456789…`: few different characters, or most of them following each other. */
function isRepetitive(value: string): boolean {
  let steps = 0;
  for (let i = 1; i < value.length; i++) {
    const step = value.charCodeAt(i) - value.charCodeAt(i - 1);
    if (step === 1 || step === 0 || step === -1) steps += 1;
  }
  return steps * 2 > value.length || new Set(value).size < Math.min(6, value.length / 2);
}

const WORD = /^(?:[a-z]+|[A-Z]+|[A-Z]?[a-z]+(?:[A-Z][a-z]+){0,3}|\d{0,4})$/;
const NUMBERED_WORD = /^(?:[a-z]+|[A-Z]+|[A-Z][a-z]+)\d{0,3}$/;

/** Words joined by separators (`read-only-user2`, `MY_TOKEN_NAME`, `someValue`): each part letters of one habit, or digits. */
export function isWordy(value: string): boolean {
  const parts = value.split(/[-_.:/+ ]+/);
  return parts.every((part) => WORD.test(part) || (parts.length > 1 && NUMBERED_WORD.test(part)));
}

/** Shannon's entropy of the characters, in bits a character. */
export function entropyOf(value: string): number {
  const counts = new Map<string, number>();
  for (const character of value) counts.set(character, (counts.get(character) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / value.length) * Math.log2(count / value.length);
  return bits;
}

export interface Makeup {
  readonly lower: boolean;
  readonly upper: boolean;
  readonly digit: boolean;
  readonly symbol: boolean;
}

export function makeupOf(value: string): Makeup {
  return {
    lower: /[a-z]/.test(value),
    upper: /[A-Z]/.test(value),
    digit: /\d/.test(value),
    symbol: /[^A-Za-z0-9]/.test(value),
  };
}
