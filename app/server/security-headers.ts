/**
 * What the browser may do with our pages. Scripts run only with this request's nonce; nothing is loaded from elsewhere;
 * nobody frames us. Style elements need the nonce too; style attributes are allowed, because the popups are placed by them.
 */

/** The toast library writes one style element when it loads, first empty, then with this text. A test compares the hash. */
export const TOAST_STYLE_HASHES = [
  "sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=",
  "sha256-StEaX+se6YS7pqjzrzMIA0KaX9zF/8zAhvQXZAe5epY=",
] as const;

export function contentSecurityPolicy(nonce: string, development: boolean): string {
  const styles = development
    ? "'self' 'unsafe-inline'"
    : `'self' 'nonce-${nonce}' ${TOAST_STYLE_HASHES.map((hash) => `'${hash}'`).join(" ")}`;
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${development ? " 'unsafe-eval'" : ""}`,
    `style-src ${styles}`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}

export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
  "Referrer-Policy": "no-referrer",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
};
