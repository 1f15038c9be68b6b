import { isIP } from "node:net";
import { done, type Outcome, refuse } from "#lib/errors/outcome.ts";

/** Whom passkeys are made for: the name of the dashboard, and the one address from which their answers count. */
export interface RelyingParty {
  readonly id: string;
  readonly origin: string;
}

/**
 * From the address at which people open the dashboard, as it was configured; never from a request, whose headers a stranger writes.
 * Browsers make passkeys for names only, over TLS only, and on one's own machine.
 */
export function relyingPartyOf(publicUrl: string | undefined): Outcome<RelyingParty> {
  if (!publicUrl || !URL.canParse(publicUrl)) {
    return refuse("bad_configuration", "Passkeys need NEXTAUTH_URL, the address of the dashboard.");
  }
  const { protocol, hostname, origin } = new URL(publicUrl);
  if (isIP(hostname.replace(/^\[|\]$/g, "")) !== 0) {
    return refuse("bad_configuration", "Passkeys need a name: NEXTAUTH_URL is a bare IP address.");
  }
  const own = hostname === "localhost" || hostname.endsWith(".localhost");
  if (protocol !== "https:" && !own) {
    return refuse("bad_configuration", "Passkeys need https://, except on localhost.");
  }
  return done({ id: hostname, origin });
}
