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
  const response = await fetch(path, { headers: { Accept: "application/json" }, ...(signal ? { signal } : {}) });
  if (response.ok) return (await response.json()) as T;
  const body = (await response.json().catch(() => null)) as { error?: { code?: string; message?: string } } | null;
  throw new RequestRefused(
    response.status,
    body?.error?.code ?? "internal",
    body?.error?.message ?? "The dashboard did not answer as expected.",
  );
}
