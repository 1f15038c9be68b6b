import { OPERATIONS } from "#lib/gateway/openapi/operations.ts";

/** The agents' routes without a web server around them: what Next would do with a path, and nothing else. For trials and tests. */

type Handler = (request: Request, context: { params: Promise<Record<string, string>> }) => Promise<Response> | Response;
type RouteModule = Partial<Record<"GET" | "POST", Handler>>;

const PREFIX = "/api/v1";
const PATHS = [...new Set(OPERATIONS.map(({ path }) => path))];

export async function callRoute(request: Request): Promise<Response> {
  const path = new URL(request.url).pathname;
  if (path === "/mcp" && request.method === "POST") return (await import("#app/mcp/route.ts")).POST(request);
  const parts = path.startsWith(`${PREFIX}/`) ? path.slice(PREFIX.length + 1).split("/") : [];
  // What is written out goes before what stands for anything.
  const found = PATHS.map((pattern) => ({ pattern, params: match(pattern.slice(1).split("/"), parts) }))
    .filter(({ params }) => params !== undefined)
    .sort((a, b) => Object.keys(a.params ?? {}).length - Object.keys(b.params ?? {}).length)[0];
  if (!found?.params) return Response.json({ error: { code: "not_found", message: "", details: {} } }, { status: 404 });
  const handler = (await load(found.pattern))[request.method as "GET" | "POST"];
  if (!handler) return new Response(null, { status: 405 });
  return handler(request, { params: Promise.resolve(found.params) });
}

function match(pattern: readonly string[], parts: readonly string[]): Record<string, string> | undefined {
  if (pattern.length !== parts.length) return undefined;
  const params: Record<string, string> = {};
  for (const [at, piece] of pattern.entries()) {
    const part = parts[at] ?? "";
    if (piece.startsWith("{")) params[piece.slice(1, -1)] = decodeURIComponent(part);
    else if (piece !== part) return undefined;
  }
  return params;
}

async function load(pattern: string): Promise<RouteModule> {
  const folder = pattern.replaceAll("{", "[").replaceAll("}", "]");
  return (await import(/* @vite-ignore */ `../../api/v1${folder}/route.ts`)) as RouteModule;
}
