/** Alive and serving. It says nothing of the database or of who runs it: anyone may ask. */
export function GET(): Response {
  return Response.json({ status: "ok" }, { headers: { "Cache-Control": "no-store" } });
}

export const dynamic = "force-dynamic";
