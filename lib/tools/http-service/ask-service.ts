import { failure } from "../failures/failure.ts";
import { readCapped } from "./read-capped.ts";

/**
 * A request to a service whose credential this code never holds: it asks in plain words on the service's own port, and the
 * egress proxy adds the credential and speaks TLS. Redirects are not followed, for a credential goes to one name.
 */
export interface ServiceRequest {
  /** `name:port`, as the policy writes it. */
  readonly host: string;
  readonly path: string;
  readonly method?: "GET" | "POST" | "PUT";
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface ServiceAnswer {
  readonly status: number;
  /** The body as JSON, or as text where it is none. */
  readonly body: unknown;
}

const BYTES_MAX = 2_097_152;

export async function askService({
  host,
  path,
  method = "GET",
  body,
  headers = {},
}: ServiceRequest): Promise<ServiceAnswer> {
  const json = body === undefined ? {} : { body: JSON.stringify(body) };
  const type: Record<string, string> = body === undefined ? {} : { "content-type": "application/json" };
  const response = await fetch(`http://${host}${path}`, {
    method,
    redirect: "manual",
    headers: { accept: "application/json", "user-agent": "airlock/1", ...type, ...headers },
    ...json,
  }).catch((error: Error) => {
    throw failure("service_unreachable", `${host} cannot be reached: ${error.message}`);
  });
  const { content, truncated } = await readCapped(response, BYTES_MAX);
  if (truncated) throw failure("answer_too_large", `${host} sent more than ${BYTES_MAX} bytes.`);
  return { status: response.status, body: parsed(content.toString("utf8")) };
}

/** The answer of a request that has to succeed; what a service says against it is for whoever asked. */
export async function askServiceOrFail(request: ServiceRequest): Promise<unknown> {
  const { status, body } = await askService(request);
  if (status >= 200 && status < 300) return body;
  const words = typeof body === "string" ? body : JSON.stringify(body);
  const code = status >= 500 ? "service_failed" : "service_refused";
  throw failure(code, `${request.host} answered ${status}: ${words.slice(0, 500)}`);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
