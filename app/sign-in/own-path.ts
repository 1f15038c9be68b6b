/** Where to go after signing in: a path of this dashboard, never another site's address in the guise of one. */
export function ownPath(wanted: string | string[] | undefined): string {
  if (typeof wanted !== "string" || !wanted.startsWith("/")) return "/";
  const base = "http://own.invalid";
  const url = new URL(wanted, base);
  return url.origin === base && !wanted.startsWith("//") ? `${url.pathname}${url.search}` : "/";
}
