import { isPlaceholder } from "./made-up.ts";
import type { Attempt } from "./token.ts";

/**
 * What replaces or seeds a second factor: codes to recover an account with, the seed of an authenticator, keys for a disk, passwords
 * that one application gets. They are groups of a few characters, which only the words before them tell from numbers and dates.
 */

export const BEFORE_GROUPS = [
  "recovery code",
  "recovery_code",
  "recovery-code",
  "recoverycode",
  "recovery key",
  "recovery_key",
  "recoverykey",
  "recovery password",
  "backup code",
  "backup_code",
  "backup-code",
  "backupcode",
  "2fa key",
  "2fa secret",
  "2fa seed",
  "mfa key",
  "mfa secret",
  "mfa seed",
  "totp secret",
  "totp seed",
  "setup key",
  "app password",
  "application password",
  "app-specific password",
  "app_password",
  "scratch code",
] as const;

/** Between the words and the codes: an ending, a few words in brackets, a sign, quotation marks, marks of a list. */
const LEAD =
  /s?["']?(?:[ ]\([^()\n]{1,40}\))?[ \t]{0,8}(?:is|are)?[ \t]{0,4}[:=]?[ \t]{0,4}[[({]?(?:\r?\n){0,2}[ \t]{0,8}/y;
/** One code: groups of a length with a sign between them, or one of eight to forty characters. */
const CODE =
  /(?:(?:[-*]|\d{1,2}[.)])[ \t]{1,3})?["'`]{0,2}((?:[A-Za-z0-9]{4,8}[- ]){1,11}[A-Za-z0-9]{4,8}|[A-Za-z0-9]{8,40})(?![\w'-]|[ ][a-z])["'`]{0,2}/y;
const BETWEEN = /[ \t]{0,4}(?:[,;|][ \t\r\n]{0,8}|(?:\r?\n){1,2}[ \t]{0,8})/y;
const CODES_MAX = 32;

/** Behind such words: from the first code to the last, which open the account each. */
export function matchGroups(text: string, end: number): Attempt {
  LEAD.lastIndex = end;
  const lead = LEAD.exec(text)?.[0] ?? "";
  if (!/[:=\n[]|\b(?:is|are)\b/.test(lead)) return end;
  let at = end + lead.length;
  let start = -1;
  let stop = -1;
  for (let codes = 0; codes < CODES_MAX; codes++) {
    CODE.lastIndex = at;
    const found = CODE.exec(text);
    const code = found?.[1];
    if (found === null || code === undefined || !isCode(code)) break;
    const from = at + found[0].indexOf(code);
    if (start < 0) start = from;
    stop = from + code.length;
    at += found[0].length;
    BETWEEN.lastIndex = at;
    if (!BETWEEN.test(text)) break;
    at = BETWEEN.lastIndex;
  }
  return start < 0 ? end : { start, end: stop, kind: "secret" };
}

/** Groups of one length with digits in them, or four by four letters as Google and Apple write them; no dates, no words. */
function isCode(code: string): boolean {
  if (isPlaceholder(code) && !/^[\d -]+$/.test(code)) return false;
  const groups = code.split(/[- ]/);
  if (groups.length === 1) return /\d/.test(code) && (/[A-Za-z]/.test(code) || code.length <= 10);
  if (groups.some((group) => group.length !== groups[0]?.length)) return false;
  if (/^[a-z -]+$/.test(code)) return /^(?:[a-z]{4}[ -]){3}[a-z]{4}$/.test(code) || groups.length === 8;
  return /\d/.test(code) || (groups.length >= 4 && code === code.toUpperCase());
}
