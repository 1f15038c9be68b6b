import { done, type Outcome, refuse } from "#lib/errors/outcome.ts";
import { type HeaderCredential, headerCredentials } from "#lib/sandbox/egress/header-credentials.ts";
import type { SandboxPlan } from "#lib/sandbox/plan.ts";

/** The credentials of one call with their values, each on its way: a file inside, or a header that is added outside. */
export interface CredentialValues {
  /** By their place in the sandbox. */
  readonly files: Readonly<Record<string, string>>;
  readonly headers: readonly HeaderCredential[];
}

/** One without a value refuses the call: a tool that runs without what its reviewer counted on is another tool. */
export function credentialValues(
  { credentials = [] }: SandboxPlan,
  secrets: Readonly<Record<string, string>> = {},
): Outcome<CredentialValues> {
  const files: Record<string, string> = {};
  for (const credential of credentials) {
    if (credential.as !== "file") continue;
    const value = Object.hasOwn(secrets, credential.secret) ? secrets[credential.secret] : undefined;
    if (value === undefined)
      return refuse("secret_unavailable", `The call came without the credential ${credential.secret}.`);
    files[credential.target] = value;
  }
  const headers = headerCredentials(credentials, secrets);
  return headers.ok ? done({ files, headers: headers.value }) : headers;
}
