/**
 * True when a request comes from a page of this dashboard. Next lets a request without an Origin pass; a browser always
 * sends one with an action, so a missing one is refused here as a foreign one is.
 */
export function isOwnOrigin(headers: Headers): boolean {
  const origin = headers.get("origin");
  const host = headers.get("host");
  if (!origin || !host) return false;
  try {
    return new URL(origin).host === host;
  } catch {
    return false;
  }
}
