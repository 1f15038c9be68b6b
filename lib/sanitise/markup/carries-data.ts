import { fromBase32 } from "../decode/decoders.ts";
import { decodeBase64 } from "../secrets/base64.ts";
import { isWordy, makeupOf } from "../secrets/made-up.ts";
import type { Address } from "./url.ts";

/**
 * Whether an address carries data out. An image or a link alone does not: honest pages are full of badges and of queries that
 * count visitors. A hole that the reader is to fill in does, and so does a long value that means nothing in itself.
 */

/** What a reader would be asked to put in. */
const TEMPLATE =
  /\{\{[^{}]{1,80}\}\}|\{\{$|%7b%7b|%%[A-Za-z_]{3,40}%%|\$\([a-z]{2,12}$|\$\{[^{}]{1,80}\}|\$\([^()]{1,80}\)|<%|=\[(?:insert|your|user|the|all|full|whole|conversation|chat|data|secret|prompt|system|base64|encoded|e-?mail|summary|contents?)[\w-]{0,40}$|\[[^\][]{0,40}(?:data|secret|conversation|history|prompt|content|summary|key|token|password|message|e-?mail|insert|your|user|name|answer)[^\][]{0,40}\]|(?:\{|%7b)[^{}]{0,30}(?:conversation|history|prompt|secret|context|summary|messages?|memory|transcript|credential|password|api.?key|env|chat|system|base64|encoded|stolen|exfil|leak|dump)[^{}]{0,30}(?:\}|%7d)|<[^<>]{0,30}(?:conversation|history|prompt|secret|context|summary|messages?|memory|data|base64)[^<>]{0,30}>/i;
/** The same in words, which only capitals tell from a title or a value. */
const PLACEHOLDER =
  /=\[[A-Z][A-Z0-9_-]{2,40}$|\[[A-Z][A-Z0-9_ -]{2,40}\]|\b(?:INSERT|PUT|PASTE|YOUR|REPLACE)[-_+](?:[A-Z]+[-_+])*(?:DATA|SECRETS?|CONVERSATION|HISTORY|PROMPT|CONTENTS?|SUMMARY|MESSAGES?)|(?:=|^)(?:THE_|USERS?_|ALL_|CHAT_|SYSTEM_|STOLEN_)?(?:SECRETS?|USER_?DATA|CONVERSATION|CHAT|HISTORY|PROMPT|COOKIES?|CONTEXT|TRANSCRIPT|STOLEN|LEAK(?:ED)?|EXFIL\w*|PASSWORDS?|CREDENTIALS)(?=$|[&;#/])|__(?:[A-Z]+_){0,3}(?:DATA|SECRETS?|CONVERSATION|HISTORY|PROMPT|CONTENTS?|SUMMARY|MESSAGES?|KEY|TOKEN|PASSWORD|CHAT|CONTEXT)__/;
/** Names of what nobody sends to the host of a picture. */
const STOLEN =
  /(?:^|[?&;])(?:leak(?:ed)?|exfil\w*|stolen|steal|loot|dump|cookies?|conversation|chat_?history|transcript|creds?|credentials?|secrets?|passw(?:or)?d|user_?data|victim|system_?prompt)=[^&;]/i;
/** In code a hole is a variable, unless it is one for what a model has and nobody else. */
const TELLING_HOLE =
  /(?:\{|%7b)[^{}]{0,30}(?:conversation|history|prompt|secret|context|summary|messages?|memory|transcript|credential|password|chat|system|stolen|exfil|leak)[^{}]{0,30}(?:\}|%7d)|\[[^\][]{0,40}(?:data|secret|conversation|history|prompt|summary|message)[^\][]{0,40}\]/i;

const QUERY_MIN = 20;
const PATH_MIN = 24;
const LABEL_MIN = 16;

/** Where people share what they wrote, by names that the host draws. Whoever asks for one tells the host alone, and it tells nobody. */
const SHARED =
  /^(?:(?:docs|drive|sheets|slides|calendar|meet)\.google\.com|asciinema\.org|join\.slack\.com|(?:www\.)?(?:figma|loom|miro|notion|dropbox|youtube|canva)\.(?:com|so)|codesandbox\.io|stackblitz\.com|img\.shields\.io)$/i;
/** A badge or a login page is told of another address, which stands there as it is. */
const INNER_ADDRESS = /^https?(?::|%3a)(?:\/|%2f){2}[\w.-]+\.[a-z]{2,}[\w./?&=:+~%-]{0,200}$/i;

/** Editors that set up a server from what stands in a link: it goes to a program on the reader's own machine. */
const INSTALLS = /^(?:kiro\.dev|(?:www\.)?cursor\.com|(?:insiders\.)?vscode\.dev|lmstudio\.ai)$/i;

export type Carriage = "template" | "opaque" | "none";

/** What every hole has in it: without one of these no part is asked about holes. */
const HOLE_SIGN = /[{%$<[]|[A-Z]{3}/;
/** `filter[name]=`, `page[size]=`: forms have a field inside of another so, and no reader is to fill it in. */
const INNER_FIELD = /(?<=^|[?&;])[\w.-]+(?:\[[\w.:-]{0,60}\])+(?==|$|[&;#])/g;

/** A part of an address as whoever gets it reads it, without the names of its fields. */
function filledIn(part: string): string {
  return part.replace(/%(?:5b|5d|3c|3e)/gi, undoPercent).replace(INNER_FIELD, "");
}

export function judgeCarriage({ scheme, host, path, query, fragmentAt }: Address, inCode = false): Carriage {
  if (scheme !== "" && scheme !== "https" && !/^(?:http|ftp|wss?|file)$/.test(scheme)) return "none";
  if (host === "" || INSTALLS.test(host)) return "none";
  const parts = [query, path, host].filter((part) => HOLE_SIGN.test(part)).map(filledIn);
  if (parts.some((part) => (inCode ? TELLING_HOLE : TEMPLATE).test(part) || PLACEHOLDER.test(part))) return "template";
  if (inCode && parts.some((part) => TEMPLATE.test(part))) return "none";
  if (SHARED.test(host)) return "none";
  // The registered name itself is nobody's payload; what stands before it may be.
  if (host.length > LABEL_MIN) {
    const labels = host.split(".").slice(0, -2);
    if (labels.some((label) => label.length >= LABEL_MIN && isOpaque(label))) return "opaque";
  }
  if (path.length >= PATH_MIN && path.split("/").some((part) => part.length >= PATH_MIN && isOpaque(part)))
    return "opaque";
  if (query.length < QUERY_MIN) return "none";
  const isSent = valuesOf(query.slice(0, fragmentAt)).some((value) => !INNER_ADDRESS.test(value) && isOpaque(value));
  // What stands behind the number sign is sent to nobody: pages that show a program keep it there. Writing that is encoded is something else.
  return isSent || valuesOf(query.slice(fragmentAt)).some((value) => hidesText(undoPercent(value))) ? "opaque" : "none";
}

/** The values of a query that are long enough to carry something. */
function valuesOf(query: string): string[] {
  return query
    .split(/[&;#]/)
    .map((pair) => pair.slice(pair.indexOf("=") + 1))
    .filter((value) => value.length >= QUERY_MIN);
}

/** In what a page fetches by itself any named hole is one to fill in; the tiles of a map are numbered. */
const NAMED_HOLE = /(?:=|\/|^)(?:\{|%7b)(?![xyzs](?:\}|%7d))[a-z][\w. -]{2,40}(?:\}|%7d)/i;
const MAILBOX = /=[\w.+-]{1,64}(?:@|%40)[\w-]{1,64}(?:\.|%2e)[\w.-]{2,64}/i;
/** A field with so many words in it says a sentence. */
const SENTENCE =
  /(?:^|&)([\w.-]{0,32})=(?:[^&+%]|%(?!20)[0-9a-f]{2}){1,40}(?:(?:\+|%20)(?:[^&+%]|%(?!20)[0-9a-f]{2}){1,40}){4,}/i;
const OBJECT = /(?:^|&)([\w.-]{0,32})=(?:\{|%7b)(?:"|%22|')[\w-]/i;
/** What pictures are drawn with: captions, searches, formulas, charts. */
const DRAWN =
  /^(?:text|label|title|alt|caption|name|desc(?:ription)?|subtitle|q|query|search|keywords|message|msg|c|chart|config|options|style|styles|tex|latex|formula|math|eq|from|raw|source|spec|font|family|theme|logo|heading|markers|path|center|address|location|format|suffix|prefix)$/i;

/** Whether what a page would fetch by itself is told something that is nobody's to know. */
export function carriesOff({ host, path, query }: Address): boolean {
  if (STOLEN.test(query)) return true;
  if (host === "") return false;
  if (NAMED_HOLE.test(query) || NAMED_HOLE.test(path) || MAILBOX.test(query)) return true;
  const field = (SENTENCE.exec(query) ?? OBJECT.exec(query))?.[1];
  return field !== undefined && !DRAWN.test(field) && !SHARED.test(host);
}

const HASH = /^(?:(?:sha(?:1|256|384|512)[-:_])?[0-9a-f]{7,128}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i;
/** Two that are compared, or one with a place in a diff. */
const HASHES = /^(?:diff-)?([0-9a-f]{7,128})(?:[LR]\d{1,5}(?:-[LR]\d{1,5})?|\.{1,3}([0-9a-f]{7,128}))$/i;
/** Writing of fewer bytes than that is not looked for in one; what is joined is looked at more closely, as no hash is that short. */
const HIDDEN_MIN = 12;
const JOINED_MIN = 8;
/** Digits of hexadecimal that are decoded. */
const LOOKED_AT = 4096;

/** Something that was drawn or encoded, and is neither words, nor a number, nor a hash, nor an identifier in the usual form. */
export function isOpaque(part: string): boolean {
  if (part.length < LABEL_MIN) return false;
  const value = undoPercent(part).replace(
    /\.(?:png|jpe?g|gif|svg|webp|html?|js|css|json|md|pdf|zip|tgz|gz|xml|ico|txt)$/i,
    "",
  );
  if (hidesText(value)) return true;
  if (HASHES.test(value) || HASH.test(value) || isWordy(value) || /\s/.test(value) || isTitle(value)) return false;
  const told = leavesOf(value);
  if (told !== undefined) return told.some(isOpaque);
  // Letters beyond ASCII are those of a title; among others they acquit nothing.
  const plain = value.replace(BEYOND_ASCII, "-");
  if (!/^[\w+/=~.-]+$/.test(plain))
    return plain.length >= 48 && makeupOf(plain).entropy >= 4.5 && !isWordy(value.replace(MARKS, "-"));
  const longest = plain.split(/[-_.~]/).reduce((most, piece) => (piece.length > most.length ? piece : most), "");
  if (longest.length < LABEL_MIN) return false;
  const { lower, upper, digit, letter, entropy } = makeupOf(longest);
  if (!letter || isWordy(longest)) return false;
  return digit && lower && upper ? entropy >= 3.2 : digit && longest.length >= 20 && entropy >= 3.5;
}

const BEYOND_ASCII = /[^\x21-\x7e]+/g;
const MARKS = /[^\p{L}\p{M}\d]+/gu;
const TITLE_PART = /[A-Z]{1,8}(?=[A-Z][a-z])|[A-Z]?[a-z]{2,}|[A-Z]{2,}|\d{1,8}/g;
const TITLE_PART_MIN = 4;

/** Words of which each begins with a capital, with numbers between them: the names of papers and slides. */
function isTitle(value: string): boolean {
  const letters = value.replace(/[-_.~]/g, "");
  const parts = letters.match(TITLE_PART) ?? [];
  return parts.join("") === letters && letters.length >= parts.length * TITLE_PART_MIN;
}

/** The texts of a value in JSON, as links that set up a program have one, or the parts of a path; undefined of anything else. */
function leavesOf(value: string): string[] | undefined {
  if (/^[[{]/.test(value)) {
    try {
      return JSON.stringify(JSON.parse(value)).split(/[",:=[\]{}/]+/);
    } catch {
      return undefined;
    }
  }
  return /^[\w.~-]+(?:[/,][\w.~-]+)+$/.test(value) ? value.split(/[/,]/) : undefined;
}

/** Bytes beyond ASCII too, where they are UTF-8; others stay as they are. */
function undoPercent(text: string): string {
  return text.replace(/%[2-7][0-9a-f]|(?:%[89a-f][0-9a-f])+/gi, (escaped) => {
    try {
      return decodeURIComponent(escaped);
    } catch {
      return escaped;
    }
  });
}

const BASE32 = /^(?=.*\d)(?:[a-z2-7]{24,}|[A-Z2-7]{24,})={0,6}$/;

/** Base64, base32 or hexadecimal that decodes to writing, also where it stands as two hashes do. */
function hidesText(value: string): boolean {
  const [, one = "", other = ""] = HASHES.exec(value) ?? [];
  if (one !== "" && [one, other, one + other].some((hash) => hexHidesText(hash, JOINED_MIN))) return true;
  if (value.length < 20) return false;
  if (BASE32.test(value) && fromBase32(value.replace(/=+$/, "").toUpperCase()) !== undefined) return true;
  if (/^[0-9a-f]{24,}$/i.test(value)) return hexHidesText(value, HIDDEN_MIN);
  if (!/^[\w+/-]+={0,2}$/.test(value) || isWordy(value)) return false;
  return isWriting(Buffer.from(decodeBase64(value), "latin1"), HIDDEN_MIN);
}

/** Whichever digit its first byte begins with: one before it would blind a look at the pairs. */
function hexHidesText(digits: string, least: number): boolean {
  return [digits, digits.slice(1)].some((some) => isWriting(Buffer.from(some.slice(0, LOOKED_AT), "hex"), least));
}

/** Whether bytes are text that somebody could read. What is drawn is no UTF-8 for so long, and has controls in it. */
function isWriting(bytes: Uint8Array, least: number): boolean {
  if (bytes.length < least) return false;
  try {
    // As of a stream: a character that is cut off at the end is no fault.
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: true });
    // Proxies of images write the address that they stand for.
    return /^[\t\n\r\P{C}]+$/u.test(text) && /\p{L}{2}/u.test(text) && !/^https?:\/\//.test(text);
  } catch {
    return false;
  }
}
