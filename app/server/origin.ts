/**
 * True when a request comes from a page of this dashboard: from the host it was sent to, or from the public address that
 * the dashboard was told. Next lets a request without an Origin pass; a browser always sends one with an action, so a
 * missing one is refused here as a foreign one is. Where the public address has TLS, a page of the same name without it is
 * whoever sits on the line, and some browsers send our cookie for it.
 */
export function isOwnOrigin(headers: Headers, publicUrl: string | undefined): boolean {
  const origin = parse(headers.get("origin"));
  const own = parse(publicUrl);
  if (!origin) return false;
  if (origin.host === own?.host) return own.protocol !== "https:" || origin.protocol === "https:";
  return origin.host === headers.get("host");
}

function parse(url: string | null | undefined): URL | undefined {
  // "null", of a page that has no origin, is no address either.
  return (url && URL.parse(url)) || undefined;
}
