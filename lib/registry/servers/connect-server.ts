import type postgres from "postgres";
import { attempt } from "#lib/errors/attempt.ts";
import { done, type Outcome, type Refusal, refuse } from "#lib/errors/outcome.ts";
import { tellPerson } from "#lib/errors/tell-refusal.ts";
import { readServerConfiguration } from "#lib/registry/mcp/server-configuration.ts";
import { nameKeys } from "#lib/registry/names.ts";
import type { ServerToConnect } from "./form-to-server.ts";
import { SERVER_NAME, SERVER_NAME_RULE } from "./server-name.ts";

/**
 * Names a server and has a dispatcher ask it for its tools. Its configuration is checked first by the rules that the
 * dispatcher goes by, so that what could never work is refused at its field and not found out from a failing server.
 */
export async function connectServer(
  sql: postgres.Sql,
  token: string,
  { name, transport, policy, declared }: ServerToConnect,
): Promise<Outcome<{ name: string }>> {
  if (isSse(transport)) {
    const refusal = refuse("mcp_sse_refused");
    return { ...refusal, details: { errors: [{ pointer: "/transport/url", message: tellPerson(refusal) }] } };
  }
  const read = readServerConfiguration({ transport, policy, declared });
  const named = SERVER_NAME.test(name) ? done(name) : refuseName(SERVER_NAME_RULE);
  if (!named.ok) return read.ok ? named : bothOf(named, read);
  if (!read.ok) return read;
  const { skeleton, folded } = nameKeys(name);
  const { configHash } = read.value;
  const connected = await attempt(
    () => sql`
      select agents.fn_connect_mcp_server(${token}, ${name}, ${skeleton}, ${folded}, ${asJson(sql, read.value.transport)},
        ${asJson(sql, read.value.policy)}, ${asJson(sql, read.value.declared)}, ${configHash})`,
  );
  if (connected.ok) return done({ name });
  return connected.code === "wrong_state" ? refuseName("Another server has this name, or one like it.") : connected;
}

/** The old transport by its name, or by the address that its servers have by custom. */
function isSse(transport: unknown): boolean {
  const { kind, url } = (transport ?? {}) as { kind?: unknown; url?: unknown };
  if (kind === "sse") return true;
  return kind === "http" && typeof url === "string" && URL.canParse(url) && /\/sse\/?$/.test(new URL(url).pathname);
}

function refuseName(message: string): Refusal {
  return refuse("name_taken", message, { errors: [{ pointer: "/name", message }] });
}

function bothOf(first: Refusal, second: Refusal): Refusal {
  const errorsOf = ({ details }: Refusal) => (Array.isArray(details?.errors) ? (details.errors as unknown[]) : []);
  return { ...second, details: { ...second.details, errors: [...errorsOf(first), ...errorsOf(second)] } };
}

function asJson(sql: postgres.Sql, value: unknown) {
  return sql.json(JSON.parse(JSON.stringify(value)));
}
