import type { Concealment } from "./hidden-words.ts";

/** One HTML tag, read as leniently as browsers do. */
export interface Tag {
  readonly name: string;
  /** Behind its `>`. */
  readonly end: number;
  readonly closes: boolean;
  /** The text between name and `>`. */
  readonly inside: string;
}

const TAG_MAX = 16_384;
const QUOTE = 0x22;
const APOSTROPHE = 0x27;
const GREATER = 0x3e;
const NAME = /[a-z][a-z0-9:-]*/iy;

/** The tag at `<`; undefined when no `>` ends it. `readTo` says how far was looked. */
export function readTag(text: string, start: number): Tag | undefined {
  const closes = text.charCodeAt(start + 1) === 0x2f;
  NAME.lastIndex = start + (closes ? 2 : 1);
  const name = NAME.exec(text)?.[0];
  if (name === undefined) return undefined;
  const from = NAME.lastIndex;
  const end = endOfTag(text, from);
  if (end < 0) return undefined;
  return { name: name.toLowerCase(), end, closes, inside: text.slice(from, end - 1) };
}

function endOfTag(text: string, from: number): number {
  const limit = Math.min(text.length, from + TAG_MAX);
  for (let i = from; i < limit; i++) {
    const unit = text.charCodeAt(i);
    if (unit === GREATER) return i + 1;
    if (unit !== QUOTE && unit !== APOSTROPHE) continue;
    // Only behind `=` does a quote open a value; elsewhere it is an accident, and `>` still ends the tag.
    if (!followsEquals(text, i)) continue;
    const close = text.indexOf(String.fromCharCode(unit), i + 1);
    if (close >= 0 && close < limit) i = close;
  }
  return -1;
}

function followsEquals(text: string, at: number): boolean {
  let before = at - 1;
  if (text.charCodeAt(before) === 0x5c) before--;
  while (at - before < 4 && text.charCodeAt(before) <= 0x20) before--;
  return text.charCodeAt(before) === 0x3d;
}

const FETCHING =
  /(?:^|[\s/"'])(src|srcset|imagesrcset|href|xlink:href|poster|data|action|formaction|ping|background|cite|longdesc|manifest|codebase|classid|archive|lowsrc|dynsrc|profile|srcdoc|content)\s*=\s*(?:\\?"([^"]*)|\\?'([^']*)|([^\s"'>]+))/gi;
const STYLE_FETCH =
  /url\(\s*(?:\\?["']|&quot;|&#3[49];)?([^"')\s]+)|@import\s+\\?["']?([^"';\s]+)|image-set\(\s*["']?([^"')\s]+)/gi;
const HANDLER = /(?:^|[\s/"'])on[a-z]{3,20}\s*=/i;

/** Every address that the tag would fetch or lead to. */
export function addressesOf({ name, inside }: Tag): string[] {
  if (inside.length < 4) return [];
  const found: string[] = [];
  for (const [, attribute = "", double, single, bare] of inside.matchAll(FETCHING)) {
    const value = (double ?? single ?? bare ?? "").replace(/\\$/, "");
    if (/srcset$/i.test(attribute)) found.push(...value.split(/[\s,]+(?=\S)/).filter((part) => part.includes("/")));
    else if (/^srcdoc$/i.test(attribute)) found.push(...addressesIn(value));
    else if (attribute.toLowerCase() !== "content") found.push(value);
    else if (name === "meta" && /refresh/i.test(inside)) found.push(value.replace(/^[^=]*url\s*=\s*["']?/i, ""));
  }
  const styles = inside.includes("\\") ? inside.replace(STYLE_ESCAPE, fromStyleEscape) : inside;
  for (const [, url, imported, set] of styles.matchAll(STYLE_FETCH)) found.push(url ?? imported ?? set ?? "");
  return found.filter((address) => address !== "");
}

/** As style sheets write a letter by its code: `u\72l(…)`. */
const STYLE_ESCAPE = /\\0{0,4}([4-7][0-9a-f])[ \t]?/gi;

function fromStyleEscape(_: string, code: string): string {
  return String.fromCharCode(Number.parseInt(code, 16));
}

const WHOLE_ADDRESS = /(?:https?:)?\/\/[^\s"'<>&]{4,2048}/gi;

/** Of a whole page that an attribute holds. */
function addressesIn(page: string): string[] {
  return page.match(WHOLE_ADDRESS) ?? [];
}

export function handlesEvents({ inside }: Tag): boolean {
  return HANDLER.test(inside);
}

const TAKES = /document\.(?:cookie|body)|localStorage|sessionStorage|inner(?:Text|HTML)|btoa\(/i;
const GIVES = /\/\/|fetch\(|sendBeacon|XMLHttp|new Image|\.src\s*=/i;

/** Whether what it does on an event is to take what the page holds elsewhere. */
export function takesData({ inside }: Tag): boolean {
  return TAKES.test(inside) && GIVES.test(inside);
}

/** Styles that nobody uses for what is to be seen. */
const HIDING =
  /display\s*:\s*none|(?:^|[^-\w])visibility\s*:\s*(?:hidden|collapse)|content-visibility\s*:\s*hidden|mso-hide\s*:\s*all|font-size\s*:\s*(?:0(?![.\d])|0*[.]\d|1px)|opacity\s*[:(]\s*0(?![.]?[1-9])|(?:^|[^-\w])(?:max-)?(?:height|width)\s*:\s*0(?![.\d])|text-indent\s*:\s*-\d{3}|letter-spacing\s*:\s*-(?:\d{2}|[.\d]*\d(?:r?em))|(?:left|top|right|bottom|margin-left|margin-top)\s*:\s*-\d{3}|clip(?:-path)?\s*:\s*(?:rect\(\s*0|inset\(\s*(?:50|100)%|circle\(\s*0)|(?:^|[^-\w])color\s*:\s*(?:transparent|#[0-9a-f]{6}0[0-9a-f]\b|#[0-9a-f]{3}0\b|(?:rgb|hsl)a?\([^)]*[,/]\s*0?[.]?0+%?\s*\))|scale\s*[:(]\s*0(?![.]?[1-9])|line-height\s*:\s*0(?![.\d])|z-index\s*:\s*-\d{3}/i;
const HIDDEN_ATTRIBUTE =
  /(?:^|[\s"'/])hidden(?:$|[\s=/])|type\s*=\s*\\?["']?hidden|class\s*=\s*\\?["'](?![^"']*:(?:block|flex|grid|inline|table|contents|visible|not-sr-only))[^"']*(?<![\w:-])(?:sr-only|visually-hidden|screen-reader-text|d-none|hidden|invisible|opacity-0)(?![\w-])/i;
/** Letters as pale as most pages: seen on a dark ground, and there they are honest. */
const PALE =
  /(?:^|[^-\w])(?:color|fill)\s*[:=]\s*\\?["']?(?:white|snow|ivory|ghostwhite|#f{3,4}\b|#(?:f[0-9a-f]){3}\b|rgb\(\s*2[45]\d[ ,]+2[45]\d[ ,]+2[45]\d\s*\))/i;
const PALE_GROUND =
  /background(?:-color)?\s*:\s*(?:white|snow|ivory|ghostwhite|#f{3,4}\b|#(?:f[0-9a-f]){3}\b|rgb\(\s*2[45]\d[ ,]+2[45]\d[ ,]+2[45]\d\s*\))/i;
/** What a page never shows. */
const UNSHOWN = new Set([
  "template",
  "script",
  "style",
  "noscript",
  "noframes",
  "noembed",
  "datalist",
  "desc",
  "dialog",
]);
const VOID = new Set("area base br col embed hr img input link meta param source track wbr".split(" "));

export function isVoid({ name, inside }: Tag): boolean {
  return VOID.has(name) || inside.trimEnd().endsWith("/");
}

/** How a page would keep from its readers what the element holds; undefined when it shows it. */
export function concealmentOf({ name, inside, closes }: Tag): Concealment | undefined {
  if (closes) return undefined;
  if (UNSHOWN.has(name)) return "comment";
  if (HIDDEN_ATTRIBUTE.test(inside)) return "style";
  if (inside.length < STYLED_MIN || !STYLED.test(inside)) return undefined;
  if (HIDING.test(inside)) return "style";
  if (!PALE.test(inside)) return undefined;
  if (PALE_GROUND.test(inside)) return "style";
  return /background/i.test(inside) ? "comment" : "unshown";
}

const STYLED = /style|color|fill/i;
const STYLED_MIN = 8;

const SAID =
  /(?:^|[\s"'])(?:alt|title|content|value|label|summary|placeholder|aria-[a-z]{4,20}|data-[\w-]{1,40}|srcdoc)\s*=\s*(?:\\?"([^"]{12,2048})|\\?'([^']{12,2048}))/gi;

/** Whether an attribute is named after whom it speaks to, or what it is to them: no page shows that on request. */
export function namesReader({ inside }: Tag): boolean {
  return /(?:^|[\s"'])data-(?:[\w-]*-)?(?:prompts?|instructions?|ai|llm|agents?|assistants?|system|directives?)(?:-[\w-]*)?\s*=/i.test(
    inside,
  );
}

/** What its attributes say in words, which a page shows on request or never. */
export function wordsOf({ inside, closes }: Tag): string {
  if (closes || inside.length < SAID_MIN) return "";
  return Array.from(inside.matchAll(SAID), ([, double, single]) => double ?? single ?? "").join("\n");
}

const SAID_MIN = 18;
