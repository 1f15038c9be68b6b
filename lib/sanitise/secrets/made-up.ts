/**
 * Tells what was drawn at random from what was written by a person: placeholders, references, words. Nothing here reads the
 * text around a value, so no comment beside a secret can acquit it.
 */

const PLACEHOLDER =
  /example|placeholder|your[-_ ]?|changeme|change[-_]me|redacted|dummy|sample|insert[-_]|replace|xxxx|\*\*\*|\.\.\.|…|todo|fixme|notreal|fake|(?:token|key|secret|password)[-_]?here|1234567|abcdef(?:g|0)/i;
/** What stands for a value that lives elsewhere: variables, paths, files, dates, members of something, calls. */
const REFERENCE = new RegExp(
  [
    "^[$<{[(%?!&*@]|\\$\\{|\\{\\{|::|=>|[([{]",
    "process\\.env|os\\.environ|getenv|^env[.:]|secrets?\\.|^vault:|^ref\\+|^op:|^arn:",
    ":\\/\\/|^\\.{0,2}\\/(?![A-Za-z0-9+/]{30,86}={1,2}$)|^~\\/|^[A-Za-z]:\\\\",
    "\\.(?:pem|key|crt|cer|json|ya?ml|txt|env|tsx?|m?js|py|go|rs|java|rb|php|sh|md|html|toml|ini|conf|cfg)$",
    "^\\d{4}-\\d\\d-\\d\\d(?:[T ][\\d:.,]+(?:Z|[+-][\\d:]+)?)?$",
    "^[A-Za-z_]\\w*(?:\\??\\.[A-Za-z_]\\w*)+$",
  ].join("|"),
  "i",
);

export function isPlaceholder(value: string): boolean {
  return isRepetitive(value) || PLACEHOLDER.test(value);
}

export function isReference(value: string): boolean {
  return REFERENCE.test(value);
}

/** `aaaa…`, `0123456789…`: few different characters, or most of them following each other. */
function isRepetitive(value: string): boolean {
  let steps = 0;
  for (let i = 1; i < value.length; i++) {
    const step = value.charCodeAt(i) - value.charCodeAt(i - 1);
    if (step === 1 || step === 0 || step === -1) steps += 1;
  }
  return steps * 2 > value.length || makeupOf(value).distinct < Math.min(6, value.length / 2);
}

const WORD = /^(?:[\p{Ll}\p{Lo}\p{M}]+|\p{Lu}+|\p{Lu}?[\p{Ll}\p{M}]+(?:\p{Lu}[\p{Ll}\p{M}]+){0,3}|\d{0,4})$/u;
const NUMBERED_WORD = /^(?:[\p{Ll}\p{Lo}\p{M}]+|\p{Lu}+|\p{Lu}[\p{Ll}\p{M}]+)\d{0,3}$/u;

/** Words joined by separators (`read-only-user2`, `MY_TOKEN_NAME`, `someValue`): each part letters of one habit, or digits. */
export function isWordy(value: string): boolean {
  const parts = value.split(/[-_.:/+= ]+/);
  return parts.every((part) => WORD.test(part) || (parts.length > 1 && NUMBERED_WORD.test(part)));
}

/** Sentences in letters that passwords are not typed in. */
export function isForeign(value: string): boolean {
  let beyond = 0;
  for (let i = 0; i < value.length; i++) if (value.charCodeAt(i) > 0x7f) beyond += 1;
  return beyond * 3 > value.length;
}

/** One that joins no words and ends no sentence. */
const SIGN = /[!#%^*~+&]|\$$/;
/** From letters to digits or back, or to a capital that begins no word: whatever joins them is passed over. */
const CHANGE = /[A-Za-z](?=[^A-Za-z\d]*\d)|\d(?=[^A-Za-z\d]*[A-Za-z])|[a-z](?=[^A-Za-z\d]+[A-Z]|[A-Z](?![a-z]{2}))/g;
/** What has digits because it is called so: methods, versions, mailboxes, places in a file. */
const CALLED =
  /sha-?(?:[123]\b|224|256|384|512)|md5\b|(?:^|[-_/])(?:aes|rsa)[-_]?\d|\bx(?:86|64)\b|hmac|pbkdf|scrypt|argon|oauth|base(?:32|58|64)|utf-?(?:8|16|32)|ipv[46]|https?\b|^v?\d+\.\d|^v\d+[.-]|c3dvcmQ|c2VybmFtZ|@[\w-]+\.[a-z]|@v?\d|[#:%$]L?\d+$|^\w+\(/i;

const IN_FIVES = /^(?:[A-Z0-9]{5}-){2,}[A-Z0-9]{5}$/;

/** Drawn or typed beyond doubt: digits, letters and signs follow each other as they do in no word, number or version of something. */
export function isTyped(value: string): boolean {
  const { digit, letter, kinds } = makeupOf(value);
  if (!letter || CALLED.test(value) || /[\u2e80-\uffef]/.test(value)) return false;
  if (isPhrase(value) || (digit && IN_FIVES.test(value))) return true;
  const changes = value.match(CHANGE)?.length ?? 0;
  if (!digit) return changes >= 5 && value.length >= 16;
  if (changes >= 3 || (changes >= 1 && SIGN.test(value))) return true;
  const least = /\d[^A-Za-z\d]*[A-Za-z]/.test(value) ? 12 : 14;
  return kinds === 4 && changes >= 2 && value.length >= least && !value.includes("/");
}

/** Words and numbers as types and functions are called: `Ed25519PublicKey`. */
const TYPE_NAME = /^[A-Z]?[a-z]{2,}(?:\d{0,5}[A-Z][a-z]{2,}){1,5}\d{0,3}$/;

/** What is a name of something and no key: words that are joined, or run together. */
export function isNamed(value: string): boolean {
  return isWordy(value) || TYPE_NAME.test(value);
}

/** Passwords of documentation and of throw-away databases, as they stand in examples everywhere. */
const EXAMPLE =
  /^(?:my|your|the|db|some|super|a)?[-_]?(?:secret)?[-_]?(?:pass(?:word|wd|phrase)?|pwd|pw|secret|token|key|user(?:name)?|postgres|mysql|mongo|redis|root|admin|guest|test|demo|local|dev|changeme|changeit|hunter|foo|bar|baz|p|x+|\*+|\.+)[-_]?\d{0,4}$/i;

export function isExample(value: string): boolean {
  return EXAMPLE.test(value);
}

/** Three words and more with a number behind them, that say nothing together: what programs make passwords of that are to be read out. */
const PHRASE = /^[a-z]{4,10}(?:([-_.])[a-z]{4,10})(?:\1[a-z]{4,10}){1,4}\1?\d{2,4}$/i;
const OF_A_SYSTEM =
  /pass|secret|token|user|name|data|base|prod|stag|test|default|change|value|config|vault|file|service|server|client|credential|admin|root|account|access|string|field|type|your|here|some|local|cluster|deploy|version|release|sha|read|write|only/i;

export function isPhrase(value: string): boolean {
  return PHRASE.test(value) && !OF_A_SYSTEM.test(value);
}

/** What a value is made of, read in one pass. */
export interface Makeup {
  readonly lower: boolean;
  readonly upper: boolean;
  readonly digit: boolean;
  readonly symbol: boolean;
  /** How many of the four. */
  readonly kinds: number;
  readonly letter: boolean;
  readonly distinct: number;
  /** Shannon's entropy of the characters, in bits a character. */
  readonly entropy: number;
}

/** Counts of each ASCII character and, last, of all others; cleared after each use. */
const counts = new Uint32Array(129);

export function makeupOf(value: string): Makeup {
  let seen = 0;
  for (let i = 0; i < value.length; i++) {
    const unit = value.charCodeAt(i);
    if (unit >= 0x61 && unit <= 0x7a) seen |= 1;
    else if (unit >= 0x41 && unit <= 0x5a) seen |= 2;
    else if (unit >= 0x30 && unit <= 0x39) seen |= 4;
    else seen |= 8;
    counts[Math.min(unit, 128)] = (counts[Math.min(unit, 128)] as number) + 1;
  }
  let distinct = 0;
  let bits = 0;
  for (let i = 0; i < value.length; i++) {
    const slot = Math.min(value.charCodeAt(i), 128);
    const count = counts[slot] as number;
    if (count === 0) continue;
    distinct += 1;
    bits -= (count / value.length) * Math.log2(count / value.length);
    counts[slot] = 0;
  }
  const lower = (seen & 1) !== 0;
  const upper = (seen & 2) !== 0;
  const digit = (seen & 4) !== 0;
  const symbol = (seen & 8) !== 0;
  const kinds = Number(lower) + Number(upper) + Number(digit) + Number(symbol);
  return { lower, upper, digit, symbol, kinds, letter: lower || upper, distinct, entropy: bits };
}
