import { isPlaceholder, isReference, makeupOf } from "./made-up.ts";
import type { Attempt } from "./token.ts";

/** The password in `scheme://user:password@host`. User and host stay readable: they say which account to change. */

const USER_INFO = /([^\s:@/?#"'`<>|\\⟦⟧]{0,128}):([^\s@/?#"'`<>|\\⟦⟧]{1,256})@(?=[\w[])/y;
/** Passwords of documentation and of throw-away databases, as they stand in examples everywhere. */
const EXAMPLE =
  /^(?:my|your|the|db|some|super|a)?[-_]?(?:secret)?[-_]?(?:pass(?:word|wd|phrase)?|pwd|pw|secret|token|key|user(?:name)?|postgres|mysql|mongo|redis|root|admin|guest|test|demo|local|dev|changeme|hunter|foo|bar|baz|p|x+|\*+|\.+)[-_]?\d{0,3}$/i;

export function matchUrlPassword(text: string, end: number): Attempt {
  USER_INFO.lastIndex = end;
  const found = USER_INFO.exec(text);
  if (found === null) return end;
  const [whole, user = "", password = ""] = found;
  const start = end + user.length + 1;
  if (!isSecret(user, password)) return end + whole.length - 1;
  return { start, end: start + password.length, kind: "url-password" };
}

function isSecret(user: string, password: string): boolean {
  if (EXAMPLE.test(password) || password.toLowerCase() === user.toLowerCase()) return false;
  if (isPlaceholder(password) || isReference(password)) return false;
  return makeupOf(password).kinds >= 2 ? password.length >= 6 : password.length >= 12;
}
