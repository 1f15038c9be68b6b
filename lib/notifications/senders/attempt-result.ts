/** How one try went, in words of our own: what a target answers is not kept, it could be anything. */
export interface AttemptResult {
  readonly sent: boolean;
  /** Of HTTP or SMTP, where there was an answer. */
  readonly status: number | null;
  readonly error: string | null;
}

export function notSent(error: string, status: number | null = null): AttemptResult {
  return { sent: false, status, error };
}
