/**
 * True when a request comes from a page of this dashboard: from the host it was sent to, or from the public address that
 * the dashboard was told. Next lets a request without an Origin pass; a browser always sends one with an action, so a
 * missing one is refused here as a foreign one is.
 */
export function isOwnOrigin(headers: Headers, publicUrl: string | undefined): boolean {
  const origin = hostOf(headers.get("origin"));
  return origin !== undefined && (origin === headers.get("host") || origin === hostOf(publicUrl));
}

function hostOf(url: string | null | undefined): string | undefined {
  return url && URL.canParse(url) ? new URL(url).host : undefined;
}
