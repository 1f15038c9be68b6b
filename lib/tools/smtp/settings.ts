/** The server that takes the installation's mail, and whom it may be for. */
export interface MailSettings {
  readonly host: string;
  readonly port: number;
  /** `starttls`: begin in plain and change before anything is said; `implicit`: TLS from the first byte. */
  readonly security: "starttls" | "implicit";
  readonly from: string;
  /** `person@example.com` or `*@example.com`. */
  readonly recipients: readonly string[];
  /** Trust the authorities in the kept secret `email.ca`, instead of the system's. */
  readonly ca: boolean;
}

export function isAllowed(recipients: readonly string[], address: string): boolean {
  const [, domain = ""] = address.toLowerCase().split("@");
  return recipients.some((pattern) => {
    const wanted = pattern.toLowerCase();
    return wanted === address.toLowerCase() || wanted === `*@${domain}`;
  });
}
