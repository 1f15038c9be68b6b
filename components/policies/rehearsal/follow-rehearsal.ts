import type { Refusal } from "#lib/errors/outcome.ts";
import type { RehearsalNews } from "#lib/rehearsal/rehearsal-news.ts";
import type { RehearsalSubject } from "#lib/rehearsal/rehearsal-request.ts";

export interface RehearsalQuestion {
  readonly subject: RehearsalSubject;
  readonly last: number;
}

/**
 * Asks for a rehearsal and hands on each line as it comes. Gives the refusal if it was not begun; whatever happens after that is
 * among the lines. An abort throws, as it does in `fetch`.
 */
export async function followRehearsal(
  question: RehearsalQuestion,
  onNews: (news: RehearsalNews) => void,
  signal: AbortSignal,
): Promise<Refusal | undefined> {
  const response = await fetch("/api/policy/rehearsal", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(question),
    signal,
  });
  if (!response.ok || !response.body) return refusalOf(response);
  for await (const line of linesOf(response.body)) onNews(JSON.parse(line) as RehearsalNews);
  return undefined;
}

async function refusalOf(response: Response): Promise<Refusal> {
  const body = (await response.json().catch(() => null)) as { error?: Omit<Refusal, "ok"> } | null;
  const unexpected = { code: "internal", message: "The dashboard did not answer as expected." } as const;
  return { ...(body?.error ?? unexpected), ok: false };
}

/** Whole lines, however the network cut them. */
export async function* linesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = stream.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader();
  let rest = "";
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    const lines = `${rest}${read.value}`.split("\n");
    rest = lines.pop() ?? "";
    yield* lines.filter((line) => line !== "");
  }
  if (rest !== "") yield rest;
}
