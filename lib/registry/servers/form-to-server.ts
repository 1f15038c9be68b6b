import { LIMIT_NAMES, type LimitName, type ToolPolicy } from "#lib/policy/tool-policy.ts";
import { linesOf, type ServerField, type ServerForm } from "./server-form.ts";
import { SERVER_NAME, SERVER_NAME_RULE } from "./server-name.ts";

/** What is asked to be connected; whether it can be is for the server side to say. */
export interface ServerToConnect {
  readonly name: string;
  readonly transport: unknown;
  readonly policy: unknown;
  readonly declared: unknown;
}

export type FieldProblems = Readonly<Partial<Record<ServerField, string>>>;

export type FormReading =
  | { readonly ok: true; readonly server: ServerToConnect }
  | { readonly ok: false; readonly problems: FieldProblems };

/**
 * From the typed texts to a server's configuration. Only what cannot be put into a configuration at all is refused here,
 * at its field; everything else is judged where it is connected, by the rules that a dispatcher goes by.
 */
export function formToServer(form: ServerForm): FormReading {
  const problems: Partial<Record<ServerField, string>> = {};
  const limits = readLimits(form, problems);
  const environment = form.kind === "stdio" ? readVariables(form.environment) : [];
  const hosts = form.kind === "http" ? hostsOfAddress(form.url) : linesOf(form.hosts);
  if (!environment) problems.environment = "Write each as NAME=value, on a line of its own and once.";
  if (form.kind === "stdio") checkCommand(linesOf(form.argv), problems);
  if (form.kind === "http" && hosts.length === 0) problems.url = "Write the whole address, such as https://host/mcp.";
  if (Object.keys(problems).length > 0 || !environment) {
    // Said now as well, and not only when the rest is right.
    if (!SERVER_NAME.test(form.name.trim())) problems.name = SERVER_NAME_RULE;
    return { ok: false, problems };
  }

  const isRemote = form.kind === "http";
  const policy: ToolPolicy = {
    risk: form.risk,
    filesystem: { read: isRemote ? [] : linesOf(form.read), write: isRemote ? [] : linesOf(form.write) },
    network: networkOf(form, hosts),
    environment: { allow: environment.map(([name]) => name) },
    exec: isRemote ? "deny" : form.exec,
    limits,
  };
  return {
    ok: true,
    server: {
      name: form.name.trim(),
      transport: isRemote
        ? { kind: "http", url: form.url.trim() }
        : {
            kind: "stdio",
            argv: linesOf(form.argv),
            ...(environment.length > 0 ? { environment: Object.fromEntries(environment) } : {}),
          },
      policy,
      declared: {
        prefix: form.prefix.trim() || prefixOf(form.name.trim()),
        safetyClass: form.safetyClass,
        egressClass: form.egressClass,
        idempotency: form.idempotency,
        idempotent: form.idempotent,
      },
    },
  };
}

const PREFIX_MAX = 32;

/** What is wrong with a name is said at the name, and not once more at a prefix that nobody typed. */
function prefixOf(name: string): string {
  return SERVER_NAME.test(name) ? name.slice(0, PREFIX_MAX) : "server";
}

function checkCommand(argv: readonly string[], problems: Partial<Record<ServerField, string>>): void {
  if (argv.length === 0) problems.argv = "Name the program that is the server.";
  // Nobody calls a program so; what was meant is a line for a shell, and there is none.
  else if (argv.length === 1 && /\s/.test(argv[0] ?? "")) problems.argv = "Put each argument on a line of its own.";
}

/** The clock, the output and the size of files are always held; the rest as far as the dispatcher's machine can. */
const HARD: readonly LimitName[] = ["wallSeconds", "outputBytes", "fileMb"];
/** Of a server that runs elsewhere, only how long we wait and how much we read is ours to bound. */
const OF_REMOTE: readonly LimitName[] = ["wallSeconds", "outputBytes"];

export function limitsOf(kind: ServerForm["kind"]): readonly LimitName[] {
  return kind === "http" ? OF_REMOTE : LIMIT_NAMES;
}

function readLimits(form: ServerForm, problems: Partial<Record<ServerField, string>>): ToolPolicy["limits"] {
  const asked = limitsOf(form.kind);
  const values: Partial<Record<LimitName, number>> = {};
  for (const name of asked) {
    const text = form.limits[name].trim();
    if (/^\d{1,9}$/.test(text) && Number(text) > 0) values[name] = Number(text);
    else problems[name] = "A whole number above 0.";
  }
  return { ...values, hard: HARD.filter((name) => asked.includes(name)) };
}

function networkOf(form: ServerForm, hosts: string[]): NonNullable<ToolPolicy["network"]> {
  if (form.kind === "http") return { mode: "allowlist", hosts };
  if (form.network === "none") return { mode: "none" };
  return form.network === "open" ? { mode: "open" } : { mode: "allowlist", hosts };
}

/** A remote server is reached at its own address and nowhere else. */
export function hostsOfAddress(address: string): string[] {
  if (!URL.canParse(address.trim())) return [];
  const { protocol, hostname, port } = new URL(address.trim());
  if (protocol !== "https:" && protocol !== "http:") return [];
  return hostname === "" ? [] : [`${hostname}:${port || (protocol === "https:" ? "443" : "80")}`];
}

function readVariables(text: string): [string, string][] | undefined {
  const pairs = linesOf(text).map((line): [string, string] => {
    const at = line.indexOf("=");
    return at < 1 ? ["", ""] : [line.slice(0, at).trim(), line.slice(at + 1).trim()];
  });
  const names = new Set(pairs.map(([name]) => name));
  return names.has("") || names.size < pairs.length ? undefined : pairs;
}
