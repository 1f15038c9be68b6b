import { RequestRefused } from "#components/live/fetch-json.ts";

/** Asks a route that only reads, with a question that is too long, or not meant, for an address. */
export async function postJson<T>(path: string, question: unknown, signal?: AbortSignal): Promise<T> {
  const response = await fetch(path, {
    method: "POST",
    headers: { Accept: "application/json", "Content-Type": "application/json" },
    body: JSON.stringify(question),
    ...(signal ? { signal } : {}),
  });
  const body = (await response.json().catch(() => null)) as (T & { error?: { code: string; message: string } }) | null;
  if (response.ok && body !== null) return body;
  throw new RequestRefused(
    response.status,
    body?.error?.code ?? "internal",
    body?.error?.message ?? "The dashboard did not answer as expected.",
  );
}
