"use client";

/**
 * A modal dialog locks the page's scrolling with a style element of its own; this is where its library looks for the
 * nonce that our content security policy asks of it.
 */
export function NonceForStyles({ nonce }: { nonce: string }) {
  // The document keeps the policy it came with; a nonce that arrives with a later refresh is not its own.
  if (typeof window !== "undefined" && !("__webpack_nonce__" in globalThis)) {
    Object.assign(globalThis, { __webpack_nonce__: nonce });
  }
  return null;
}
