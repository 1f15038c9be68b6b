/** Names under which a machine reaches itself. A page elsewhere whose name was pointed at this machine still says its own. */
const OWN_NAMES = new Set(["localhost", "127.0.0.1", "[::1]"]);

/**
 * Whether a request may come from where it says. Clients that are no browser say nothing; a page may only be one of this machine, so
 * that a stranger's site cannot reach a gateway through its visitor's browser.
 */
export function isAllowedOrigin(headers: Headers): boolean {
  const origin = headers.get("origin");
  if (origin === null) return true;
  return URL.canParse(origin) && OWN_NAMES.has(new URL(origin).hostname);
}
