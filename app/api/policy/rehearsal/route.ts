import { database } from "#app/server/database.ts";
import { isOwnOrigin } from "#app/server/origin.ts";
import { openRehearsalTurns } from "#app/server/rehearsals-under-way.ts";
import { currentSession } from "#app/server/session.ts";
import { refused } from "#app/server/session-route.ts";
import { refusalFromDatabase } from "#lib/errors/from-database.ts";
import { refuse } from "#lib/errors/outcome.ts";
import { readBody } from "#lib/gateway/read-request.ts";
import { prepareRehearsal } from "#lib/rehearsal/prepare-rehearsal.ts";
import type { RehearsalNews } from "#lib/rehearsal/rehearsal-news.ts";
import { rehearsalRequestSchema } from "#lib/rehearsal/rehearsal-request.ts";
import { tellRehearsal } from "#lib/rehearsal/tell-rehearsal.ts";

const turns = openRehearsalTurns();

/** A document of 200,000 characters, each of up to three bytes, in its envelope. */
const BODY_LIMITS = { maxBytes: 700_000, maxDepth: 4 };

/**
 * Replays the last calls under a changed policy and tells how far it is, one JSON object a line. It reads only; anybody who
 * may see the policy may ask. It ends when the browser goes away.
 */
export async function POST(request: Request): Promise<Response> {
  if (!isOwnOrigin(request.headers, process.env.NEXTAUTH_URL)) return refused(refuse("bad_origin"));
  try {
    const session = await currentSession();
    if (!session.ok) return refused(session);
    const asked = await readBody(request, rehearsalRequestSchema, BODY_LIMITS);
    if (!asked.ok) return refused(asked);
    const turn = turns.begin(session.value.sessionId);
    if (!turn.ok) return refused(turn);
    const prepared = await prepareRehearsal(database(), asked.value.subject, asked.value.last).catch((error) => {
      turn.value.finish();
      throw error;
    });
    if (!prepared.ok) {
      turn.value.finish();
      return refused(prepared);
    }
    const gone = new AbortController();
    const signal = AbortSignal.any([gone.signal, request.signal, turn.value.signal]);
    const body = streamOf(
      (tell) =>
        tellRehearsal(prepared.value, tell, { signal, now: Date.now, onBug: logBug }).finally(turn.value.finish),
      () => gone.abort(),
    );
    return new Response(body, {
      headers: {
        "Content-Type": "application/x-ndjson; charset=utf-8",
        "Cache-Control": "no-store, no-transform",
        "X-Accel-Buffering": "no",
      },
    });
  } catch (error) {
    const refusal = refusalFromDatabase(error);
    if (!refusal) logBug(error);
    return refused(refusal ?? refuse("internal"));
  }
}

function streamOf(
  run: (tell: (news: RehearsalNews) => void) => Promise<void>,
  onGone: () => void,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async start(controller) {
      await run((news) => controller.enqueue(encoder.encode(`${JSON.stringify(news)}\n`)));
      controller.close();
    },
    cancel: onGone,
  });
}

function logBug(error: unknown): void {
  console.error("A rehearsal failed.", error);
}

export const dynamic = "force-dynamic";
