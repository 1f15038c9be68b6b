import { openApiDocument } from "#lib/gateway/openapi/document.ts";

const text = JSON.stringify(openApiDocument());

/** The document of this door, for everybody who reaches it: it says nothing of anybody's. */
export function GET(): Response {
  return new Response(text, {
    headers: { "Content-Type": "application/json; charset=utf-8", "Cache-Control": "public, max-age=300" },
  });
}
