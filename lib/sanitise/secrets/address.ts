import { isSecretValue } from "./assignment.ts";
import { isExample, isPlaceholder, isReference, isTyped, makeupOf } from "./made-up.ts";
import type { Attempt } from "./token.ts";

/** The password in `scheme://user:password@host`. User and host stay readable: they say which account to change. */

const USER_INFO_MAX = 384;
const COLON = 0x3a;
const AT = 0x40;
/** What ends the part of an address that can hold a password: white space, quotes, `/ ? # < > | \`, and our brackets. */
const ENDS = new Set([..."\t\n\r \"'`/?#<>|\\⟦⟧"].map((character) => character.charCodeAt(0)));

/** From `://`, whose end is `end`. */
export function matchUrlPassword(text: string, end: number): Attempt {
  const limit = Math.min(text.length, end + USER_INFO_MAX);
  let colon = -1;
  let at = -1;
  let i = end;
  for (; i < limit; i++) {
    const unit = text.charCodeAt(i);
    if (ENDS.has(unit)) break;
    if (unit === COLON && colon < 0) colon = i;
    // A password may hold an @ that nobody escaped: the last one counts.
    else if (unit === AT) at = i;
  }
  // That of a port stands behind the name of the host.
  if (colon > at) colon = -1;
  if (colon < 0 && at > end && isToken(text.slice(end, at))) return { start: end, end: at, kind: "url-password" };
  if (colon < 0 || at <= colon) return i;
  // In place of the name, and nothing or a word for it in place of the password.
  const isName = /^(?:x-oauth-basic|x|)$/.test(text.slice(colon + 1, at));
  if (isName && isToken(text.slice(end, colon))) return { start: end, end: colon, kind: "url-password" };
  if (!isSecret(text.slice(end, colon), text.slice(colon + 1, at))) return i;
  return { start: colon + 1, end: at, kind: "url-password" };
}

/** In place of a name. A key of hexadecimal digits there says which project a report is for, and is public. */
function isToken(user: string): boolean {
  return !/^[0-9a-f]{32}$/.test(user) && isSecretValue(user, "secret");
}

const USER_OPTION = /[ \t=]?["']?([\w.@\\-]{1,64})([:%,])([^\s"'`⟦⟧]{4,256})/y;
/** Commands whose option of the same name has a user and a group. */
const HAS_GROUP = /\b(?:docker|podman|nerdctl|chown|kubectl|runuser)\b[^\n]{0,200}$/;
/** What takes a name right behind `-u`; elsewhere that is the beginning of a longer option. */
const TAKES_USER = /\bcurl\b[^\n]*$/;
const COMMAND_REACH = 160;

/** From `-u` or `--user `, whose end is `end`: the same pair as an option of a command. */
export function matchUserOption(text: string, end: number): Attempt {
  const isApart = /[ \t"']/.test(text.charAt(end)) || text.charAt(end - 1) === " ";
  if (!isApart && !TAKES_USER.test(text.slice(Math.max(0, end - COMMAND_REACH), end))) return end;
  USER_OPTION.lastIndex = end;
  const found = USER_OPTION.exec(text);
  const [whole, user = "", sign, password = ""] = found ?? [];
  if (whole === undefined || !isSecret(user, password)) return end;
  // What parts a list of users as well, or a user and a group, has something behind it that looks typed.
  const isPlain = sign !== ":" || HAS_GROUP.test(text.slice(Math.max(0, end - 240), end));
  if (isPlain && !(isSecretValue(password, "password") && isTyped(password))) return end;
  const stop = end + whole.length;
  return { start: stop - password.length, end: stop, kind: "password" };
}

function isSecret(user: string, password: string): boolean {
  if (isExample(password) || password.toLowerCase() === user.toLowerCase()) return false;
  if (isPlaceholder(password) || isReference(password)) return false;
  return makeupOf(password).kinds >= 2 ? password.length >= 6 : password.length >= 12;
}
