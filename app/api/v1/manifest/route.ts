import { withKey } from "#app/server/gateway.ts";
import { answerRefusal } from "#lib/gateway/http-answer.ts";
import { readManifestOfAgent } from "#lib/gateway/read-manifest.ts";
import { hashManifest, renderManifest } from "#lib/registry/manifest/hash-manifest.ts";

/**
 * The permission manifest: the bytes that are hashed, with the hash as the entity tag. A client that kept it asks with
 * `If-None-Match` and hears in one line whether any tool's permissions moved.
 */
export function GET(request: Request): Promise<Response> {
  return withKey(request, async ({ sql }, key) => {
    const manifest = await readManifestOfAgent(sql, key);
    if (!manifest.ok) return answerRefusal(manifest);
    const hash = hashManifest(manifest.value);
    const headers = { ETag: `"${hash}"`, "Airlock-Manifest-Hash": hash, "Cache-Control": "private, no-cache" };
    if (isKnown(request.headers.get("if-none-match"), hash)) return new Response(null, { status: 304, headers });
    return new Response(renderManifest(manifest.value), {
      headers: { ...headers, "Content-Type": "application/json; charset=utf-8" },
    });
  });
}

function isKnown(header: string | null, hash: string): boolean {
  const tags = (header ?? "").split(",").map((tag) => tag.trim().replace(/^W\//, ""));
  return tags.includes(`"${hash}"`) || tags.includes("*");
}
