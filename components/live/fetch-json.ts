/** A refusal of one of our own routes, with the code that its body carries. */
export class RequestRefused extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** Reads JSON from a route of this dashboard. The routes and the callers share their types; both are in this repository. */
export async function fetchJson<T>(path: string, signal?: AbortSignal): Promise<T> {
  return answerOf<T>(await fetch(path, { headers: { Accept: "application/json" }, ...(signal ? { signal } : {}) }));
}

/** Asks a route that only reads, with a question that is too long, or not meant, for an address. */
export async function postJson<T>(path: string, question: unknown, signal?: AbortSignal): Promise<T> {
  const headers = { Accept: "application/json", "Content-Type": "application/json" };
  return answerOf<T>(
    await fetch(path, { method: "POST", headers, body: JSON.stringify(question), ...(signal ? { signal } : {}) }),
  );
}

async function answerOf<T>(response: Response): Promise<T> {
  if (response.ok) return (await response.json()) as T;
  const body = (await response.json().catch(() => null)) as { error?: { code?: string; message?: string } } | null;
  throw new RequestRefused(
    response.status,
    body?.error?.code ?? "internal",
    body?.error?.message ?? "The dashboard did not answer as expected.",
  );
}
