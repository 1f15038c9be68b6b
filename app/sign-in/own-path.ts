const BASE = "http://own.invalid";

/** Where to go after signing in: a path of this dashboard, never another site's address in the guise of one. */
export function ownPath(wanted: string | string[] | undefined): string {
  if (typeof wanted !== "string" || !wanted.startsWith("/")) return "/";
  const url = URL.parse(wanted, BASE);
  if (url?.origin !== BASE) return "/";
  const path = `${url.pathname}${url.search}`;
  // The path as it comes out, not as it went in: resolving "/.//host" leaves "//host", which a browser takes for a site.
  return /^\/[/\\]/.test(path) ? "/" : path;
}
