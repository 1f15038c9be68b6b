/**
 * Where the value of a name begins: behind `:`, `=`, `:=`, `=>`, the `>` of a tag, the space of a `--flag`, in the next cell, or further
 * off in a sentence. Every pattern is tried at one place, and its parts are bounded and begin with different characters.
 */

/** How sure it is that a value begins there: what stands `apart` from its name has to look drawn or typed, and like nothing else. */
export interface Beginning {
  readonly at: number;
  readonly apart: boolean;
}

const GAP_MAX = 8;
const COLON = 0x3a;
const COMMA = 0x2c;
const EQUALS = 0x3d;
const GREATER = 0x3e;
const ASTERISK = 0x2a;
const PARENTHESIS = 0x28;
const BRACE = 0x7b;
const DOUBLE_QUOTE = 0x22;
const SINGLE_QUOTE = 0x27;
const BACKTICK = 0x60;
const UNDERSCORE = 0x5f;
/** The colon and the sign of equality as they are typed between Chinese and Japanese letters. */
const WIDE_COLON = 0xff1a;
const WIDE_EQUALS = 0xff1d;

/** What may close a name: quotes, brackets of a subscript, an escape, emphasis. */
function isCloser(unit: number): boolean {
  return isQuote(unit) || unit === 0x5d || unit === 0x5c || unit === ASTERISK;
}

export function isQuote(unit: number): boolean {
  return unit === DOUBLE_QUOTE || unit === SINGLE_QUOTE || unit === BACKTICK;
}

/** `name: DB_PASSWORD`, then `value: …` on the next line, in the next member or the next attribute. */
const NAMED_VALUE =
  /(?:\s{1,8}(?:id|class|name|type|label)=["'][^"'\n]{0,60}["']){0,2}(?:,\s{0,40}|\s{1,40})["']?(?:val(?:ue)?|content)["']?[ \t]{0,4}[:=][ \t]{0,4}(?=\S)/iy;
/** `"db_password": { "type": "string", "value": "…" }`. */
const INNER_VALUE =
  /[ \t]{0,4}[:=][ \t]{0,4}\{\s{0,40}(?:["'](?:type|description|sensitive|metadata)["'][ \t]{0,4}:[^,{}\n]{0,80},\s{0,40}){0,3}["']value["'][ \t]{0,4}:[ \t]{0,4}(?=["'])/iy;
/** `variable "db_password" { default = "…" }`, with a few other lines in between. */
const DEFAULT_VALUE =
  /[ \t]{0,4}\{\s{1,40}(?:(?:type|description|sensitive|nullable)[ \t]{0,8}=[^\n]{0,160}\n\s{0,40}){0,4}default[ \t]{0,8}=[ \t]{0,8}/y;
/** `token: string = "…"`, `let token: &'static str = "…"`, `var token string = "…"`. */
const TYPED =
  /(?:[ \t]{0,2}:[ \t]{0,2}(?:&(?:'\w{1,16} )?)?[A-Za-z_][\w.<>[\]|?]{0,40}|[ \t]string)[ \t]{0,2}=[ \t]{0,2}(?=["'`])/y;
/** `secret = process.env.SECRET || "…"`. */
const OR_ELSE = /[ \t]{0,4}[:=][ \t]{0,4}[A-Za-z_][\w.[\]"'()]{1,60}[ \t]{1,4}(?:\|\||\?\?|or)[ \t]{1,4}(?=["'`])/y;

/** An address inside of another: what parts its members is escaped, too. */
export const ESCAPED_EQUALS = /^%3d$/i;

const SAYS =
  "is|was|lautet|ist|est|es|is nu|\u00e8|\u00e9|to|\u00e4r|er|je|on|jest|l\u00e0|est\u00e1|\u0647\u064a|\u05d4\u05d9\u05d0|\u03b5\u03af\u03bd\u03b1\u03b9";
/** `password is …`, `the password for the archive is: …`, and as other languages say it. */
const SAID =
  /(?: (?:for|of|to|f\u00fcr|pour|del?|da|van|do|na) [\w' -]{1,40}?)? (?:is|was|lautet|ist|est|es|is nu|\u00e8|\u00e9)[ \t]?:?[ \t](?=\S)/y;
/** The same where words have no spaces between them. */
const SAID_TOGETHER =
  /(?:\u662f|\u4e3a|\u70ba|\u306f|\ub294|\uc740|\uac00)[ \u3000]{0,2}[:\uff1a]?[ \u3000]{0,2}(?=\S)/y;
/** `Password for bob (new): …`, `password of the archive, changed to …`: a few words, and then a sign or a verb. */
const FURTHER_OFF = new RegExp(
  `(?:[ ]?[(\uff08][^()\uff08\uff09\\n]{1,40}[)\uff09])?(?:[ ][\\p{L}\\p{M}\\d@._'\u2019/-]{1,32}){0,6}(?:[ ][(（][^()（）\\n]{1,40}[)）])?(?:[ ]?[=:\uff1a][*_]{0,2}|[ ](?:${SAYS}|[-\u2013\u2014]):?(?=[ ]))(?:[ ]{0,4}(?=[^\\s:=])|[ ]?(?:\\r?\\n){1,2}[ \\t]{0,8}(?=\\S{8,128}[ \\t]{0,4}(?:\\r?\\n|$)))`,
  "uy",
);
/** `password -> …`, `password — …`, `password ....: …`, `password <- …`. */
const LINKED =
  /[ \t]{0,4}(?:->|=>|<-|\u2192|[-\u2013\u2014](?=[ \t])|\.{3,40}[ ]?:|REG_SZ|[ \t]{5,40}[:=])[ \t]{1,4}(?=\S)/y;
/** The next cell of a row, or what stands beside a name in a list of terms. */
const NEXT_CELL =
  /:?[ \t]{0,40}(?:[|\u2502\u2503\u2551][ \t]{0,40}|<\/(?:t[hd]|dt|key|b|strong)>\s{0,40}<(?:td|dd|string|code|span)\b[^<>\n]{0,80}>\s{0,40}|\t)(?:<code>)?[*_]{0,2}(?=[^\s|\u2502\u2503\u2551<])/y;
/** `password …` at the start of a line and to its end, `use the password …`, `pre-shared-key …`. */
const ALONE = /[ \t]{1,40}(?=[^\s:=|"'`]{8,128}(?:[ \t]{0,8}(?:\r?\n|$)|[ \t]\w))/y;
/** A value on a line of its own, behind a colon and perhaps an empty line. */
const ON_OWN_LINE = /[ \t]{0,4}:?[ \t]{0,4}(?:\r?\n){1,2}[ \t]{0,8}(?=[^\s:=|]{8,128}[ \t]{0,4}(?:\r?\n|$))/y;

/** A value that begins on the next line, deeper than its name: what YAML calls a block, or an element of its own. */
const ON_NEXT_LINE = /[ \t]{0,4}(?:[|>][-+]?[ \t]{0,4})?\r?\n[ \t]{1,40}(?=\S)/y;
/** `<string name="api_key">…</string>`, `<entry key="password">…</entry>`. */
const NAMED_ELEMENT = /<(?:string|entry|property|prop|setting|param|item|add|data)\s+(?:name|key)=["'][\w.-]{0,48}$/i;
/** The other attributes of an element, and what protects its text. */
const ATTRIBUTES = /(?:\s[\w:.-]{1,32}=["'][^"'<>\n]{0,120}["']){1,4}\s?>/y;
const IN_ELEMENT = /\s{0,40}(?:<!\[CDATA\[|<value>)/iy;
/** A quotation mark as pages write it. */
const WRITTEN_QUOTE = /&(?:quot|apos|#34|#39);/y;
/** `--token VALUE`, `-Password VALUE`, `ENV NAME VALUE`, and `login NAME password VALUE` as files of logins have it. */
const FLAG_OR_LOGIN =
  /(?:--[\w-]{0,32}|[\s"'(]-[A-Za-z-]{0,24}|(?:^|\n)[ \t]{0,8}ENV[ \t]{1,4}\w{0,32}|\b(?:setx|env add|configure set|config set)[ \t]{1,4}\S{0,64}|(?:^|\s)(?:login|user|connect)\s{1,4}\S{1,64}\s{1,4})$/;
const BEFORE_ALONE =
  /(?:(?:^|\n)[ \t]{0,16}[\w.-]{0,48}|\b(?:use|using|with|enter|type|the|new)[ \t]["']?|(?:login|user|username|id|\u043b\u043e\u0433\u0438\u043d|\u043b\u043e\u0433\u0456\u043d|\u8d26\u53f7|\u8d26\u6237|\u7528\u6237\u540d|\u7528\u6237|\uc544\uc774\ub514)[ :\uff1a]{1,2}[\w.@-]{1,64}[ ,\uff0c/]{1,3})$/i;

/** Words that name something else once another word follows. */
const OF_MANY_THINGS = /^(?:clave|pass|pw|mdp|parole|sandi|jeton)$/i;

/** Words for it in one language that are words for something else in others, or abbreviations. */
const OF_OTHER_LANGUAGES = /^(?:clave|mdp|parole|sandi|jeton|geslo)$/i;

/** Where the value of the name at `[nameStart, nameEnd)` may start; the word that promises it starts at `start`. */
export function beginningOf(text: string, nameStart: number, start: number, nameEnd: number): Beginning | undefined {
  const near = nearBeginning(text, nameStart, start, nameEnd);
  return near === undefined ? undefined : { at: near, apart: OF_OTHER_LANGUAGES.test(text.slice(start, nameEnd)) };
}

/** The same for what stands apart from its name: every place where it may. */
export function* beginningsApart(text: string, start: number, nameEnd: number): Generator<Beginning> {
  const closed = closedAt(text, nameEnd);
  const isClear = !OF_MANY_THINGS.test(text.slice(start, nameEnd));
  for (const { pattern, firsts, isBehindCloser } of isClear ? APART : IN_PLACE) {
    const from = isBehindCloser ? closed : nameEnd;
    const at = firsts.includes(text.charAt(from)) ? endOf(pattern, text, from) : undefined;
    if (at !== undefined) yield { at, apart: true };
  }
  if (
    !isClear ||
    !" \t".includes(text.charAt(nameEnd)) ||
    !BEFORE_ALONE.test(text.slice(Math.max(0, start - 64), start))
  )
    return;
  const at = endOf(ALONE, text, nameEnd);
  if (at !== undefined) yield { at, apart: true };
}

/** Each with the characters that it begins with, for most names have none of them behind. */
const IN_PLACE = [
  { pattern: NEXT_CELL, firsts: ": \t|\u2502\u2503\u2551<", isBehindCloser: true },
  { pattern: LINKED, firsts: " \t-=<\u2192\u2013\u2014.R", isBehindCloser: true },
  { pattern: SAID_TOGETHER, firsts: "\u662f\u4e3a\u70ba\u306f\ub294\uc740\uac00", isBehindCloser: true },
  { pattern: ON_OWN_LINE, firsts: " \t:\r\n", isBehindCloser: false },
];
const APART = [...IN_PLACE, { pattern: FURTHER_OFF, firsts: " (\uff08=:\uff1a", isBehindCloser: false }];

/** Behind what closes a name: `"password": …`, `env['token'] = …`, `**Password:** …`. */
function closedAt(text: string, nameEnd: number): number {
  let at = nameEnd;
  while (at < nameEnd + 4 && isCloser(text.charCodeAt(at))) at++;
  return endOf(WRITTEN_QUOTE, text, at) ?? at;
}

function nearBeginning(text: string, nameStart: number, start: number, nameEnd: number): number | undefined {
  let at = closedAt(text, nameEnd);
  const spaced = skipSpaces(text, at);
  const separator = text.charCodeAt(spaced);
  const isSign = separator === COLON || separator === EQUALS || separator === WIDE_COLON || separator === WIDE_EQUALS;
  const elsewhere = isSign
    ? (endOf(INNER_VALUE, text, at) ?? endOf(TYPED, text, at) ?? endOf(OR_ELSE, text, at))
    : (endOf(NAMED_VALUE, text, at) ?? endOf(DEFAULT_VALUE, text, at) ?? endOf(TYPED, text, at));
  if (elsewhere !== undefined) return elsewhere;
  // `define('DB_PASSWORD', '…')`, `setenv("TOKEN", "…")`, `config :app, :api_token, "…"`.
  const isArgument = spaced > nameEnd || text.charCodeAt(nameStart - 1) === COLON;
  if (separator === COMMA && isArgument && isQuotedAt(text, skipSpaces(text, spaced + 1)))
    return skipSpaces(text, spaced + 1);
  // `setPassword("…")`, `token{"…"}`.
  const isCall = (separator === PARENTHESIS || separator === BRACE) && spaced === nameEnd;
  if (isCall && text.charCodeAt(start) !== UNDERSCORE && isQuotedAt(text, spaced + 1)) return spaced + 1;
  if (isSign) {
    at = spaced + 1;
    if (text.charCodeAt(at) === EQUALS || text.charCodeAt(at) === GREATER) at++;
    while (at < spaced + 6 && text.charCodeAt(at) === ASTERISK) at++;
    return endOf(ON_NEXT_LINE, text, at) ?? skipSpaces(text, at);
  }
  const tagEnd = at === nameEnd ? endOf(ATTRIBUTES, text, nameEnd) : undefined;
  const isElement = spaced === nameEnd || NAMED_ELEMENT.test(text.slice(Math.max(0, nameStart - 72), nameStart));
  if (tagEnd !== undefined || (separator === GREATER && spaced === at && isElement)) {
    const inside = tagEnd ?? spaced + 1;
    return endOf(IN_ELEMENT, text, inside) ?? endOf(ON_NEXT_LINE, text, inside) ?? inside;
  }
  if (ESCAPED_EQUALS.test(text.slice(at, at + 3))) return at + 3;
  if (spaced === at) return undefined;
  const said = endOf(SAID, text, at);
  if (said !== undefined) return skipSpaces(text, said);
  if (separator === DOUBLE_QUOTE || separator === SINGLE_QUOTE) return spaced;
  const before = text.slice(Math.max(0, start - 160), start);
  return FLAG_OR_LOGIN.test(before) ? spaced : undefined;
}

function isQuotedAt(text: string, at: number): boolean {
  return isQuote(text.charCodeAt(at));
}

export function endOf(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}

export function skipSpaces(text: string, from: number): number {
  let at = from;
  while (at < from + GAP_MAX && isSpace(text.charCodeAt(at))) at++;
  return at;
}

function isSpace(unit: number): boolean {
  return unit === 0x20 || unit === 0x09 || unit === 0xa0 || unit === 0x3000;
}
