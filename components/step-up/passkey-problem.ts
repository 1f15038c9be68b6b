const PROBLEMS: Readonly<Record<string, string>> = {
  NotAllowedError: "No passkey answered: it was cancelled, or took too long. Try again.",
  InvalidStateError: "This device has a passkey for you already.",
  SecurityError:
    "Passkeys do not work at this address. Open the dashboard at the address that its operator configured.",
  NotSupportedError: "This device cannot make a passkey that is locked by a fingerprint, face or PIN.",
  AbortError: "The request was withdrawn. Try again.",
};

/** A sentence for what a browser throws; it says little, so that a page cannot learn which keys a person has. */
export function passkeyProblem(name: string): string {
  return PROBLEMS[name] ?? "The browser could not ask for a passkey.";
}
