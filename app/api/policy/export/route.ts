import { database } from "#app/server/database.ts";
import { currentSession } from "#app/server/session.ts";
import { refused } from "#app/server/session-route.ts";
import { refuse } from "#lib/errors/outcome.ts";
import { renderPolicy } from "#lib/policy/document/render-policy.ts";
import { readPolicyInForce } from "#lib/policy/versions/read-policy-in-force.ts";
import { readPolicyVersion } from "#lib/policy/versions/read-policy-version.ts";
import { versionNumber } from "#lib/policy/versions/version-number.ts";

/** A version of the policy as YAML, to keep beside code or to compare elsewhere; without a number, the one in force. */
export async function GET(request: Request): Promise<Response> {
  const session = await currentSession();
  if (!session.ok) return refused(session);
  const asked = new URL(request.url).searchParams.get("version") ?? undefined;
  const number = versionNumber(asked);
  if (asked !== undefined && number === undefined) return refused(refuse("not_found"));
  const found =
    number === undefined ? await readPolicyInForce(database()) : await readPolicyVersion(database(), number);
  if (!found) return refused(refuse("not_found"));
  return new Response(renderPolicy(found.document), {
    headers: {
      "Content-Type": "application/yaml; charset=utf-8",
      "Content-Disposition": `attachment; filename="airlock-policy-v${found.version}.yaml"`,
      "Cache-Control": "no-store",
    },
  });
}
