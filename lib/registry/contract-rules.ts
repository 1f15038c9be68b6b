import type { Category } from "#lib/policy/vocabulary.ts";
import { actionBroken } from "./action-rules.ts";
import { escapePointer } from "./canonical-json.ts";
import { classesBroken } from "./class-rules.ts";
import type { ToolContract } from "./contract.ts";
import type { FieldProblem } from "./declaration.ts";
import { isOwnName } from "./own-names.ts";

/** What a schema cannot say of a contract and every door holds it to. */
export function brokenRules(contract: ToolContract, registeredActions: Iterable<string>): FieldProblem[] {
  return [
    ...nameReserved(contract),
    ...hostsMissing(contract),
    ...classesBroken(contract),
    ...actionBroken(contract, registeredActions),
    ...requirementsMissing(contract),
    ...headersBroken(contract),
    ...commandBroken(contract),
    ...repeatedResources(contract),
  ];
}

function nameReserved({ name }: ToolContract): FieldProblem[] {
  return isOwnName(name)
    ? [{ pointer: "/name", message: "The gateway has a tool of its own by this name, or one that looks like it." }]
    : [];
}

/** A tool of an MCP server is confined by that server's policy, which may well be "no network": it has to be said, though. */
function hostsMissing({ safetyClass, policy: { network }, runtime }: ToolContract): FieldProblem[] {
  if (safetyClass !== "network" || (network?.hosts?.length ?? 0) > 0) return [];
  if (runtime.kind === "mcp" && network !== undefined) return [];
  return [
    { pointer: "/policy/network/hosts", message: "A network tool names the hosts it talks to (or networkAllowlist)." },
  ];
}

/** These work through somebody else's service, so one that has a network and no credentials for it cannot work. */
const NEEDS_CONFIGURATION: ReadonlySet<Category> = new Set(["design", "communication", "analytics"]);

function requirementsMissing({ category, requires, runtime, policy: { network } }: ToolContract): FieldProblem[] {
  if (!NEEDS_CONFIGURATION.has(category) || requires !== undefined || runtime.kind === "external") return [];
  if (network?.mode === "none") return [];
  return [{ pointer: "/requires", message: `A ${category} tool names the kept secrets it needs: requires.secrets.` }];
}

/** They speak for the connection or for the proxy itself; a secret in one of them would change what is asked, not who asks. */
const RESERVED_HEADERS =
  /^(host|connection|content-length|transfer-encoding|te|trailer|upgrade|expect|proxy-.*|keep-alive)$/;

/** A header goes to one listed host, and its secret to nobody else. */
function headersBroken({ requires, policy: { network } }: ToolContract): FieldProblem[] {
  return (requires?.headers ?? []).flatMap(({ secret, host, header }, index): FieldProblem[] => {
    const pointer = `/requires/headers/${index}`;
    const problems: FieldProblem[] = [];
    if (!requires?.secrets.includes(secret)) {
      problems.push({ pointer: `${pointer}/secret`, message: `${secret} is not among requires.secrets.` });
    }
    if (!network?.hosts?.includes(host) || host.startsWith("*.")) {
      problems.push({ pointer: `${pointer}/host`, message: "A header goes to one host of policy.network.hosts." });
    }
    if (RESERVED_HEADERS.test(header)) {
      problems.push({ pointer: `${pointer}/header`, message: `${header} belongs to the connection.` });
    }
    return problems;
  });
}

const SHELLS = new Set(["sh", "bash", "dash", "zsh", "ksh", "fish", "busybox"]);

function commandBroken({ runtime, inputSchema }: ToolContract): FieldProblem[] {
  if (runtime.kind !== "command") return [];
  const { argv } = runtime;
  const [program] = argv;
  const problems: FieldProblem[] = [];
  if (typeof program !== "string" || !/^[^\0\s-][^\0]*$/.test(program)) {
    problems.push({ pointer: "/runtime/argv/0", message: "The program is written out; input cannot choose it." });
  }
  const isShell = typeof program === "string" && SHELLS.has(program.slice(program.lastIndexOf("/") + 1));
  for (const [index, item] of argv.entries()) {
    const pointer = `/runtime/argv/${index}`;
    const before = argv[index - 1];
    if (typeof item === "string") {
      if (item.includes("\0")) problems.push({ pointer, message: "An argument holds no NUL." });
    } else if (isShell && typeof before === "string" && /^-[a-z]*c[a-z]*$/.test(before)) {
      problems.push({
        pointer,
        message: "Input never becomes a shell's command; pass it as an argument of the program.",
      });
    } else if (!isRequiredValue(inputSchema, item.input)) {
      problems.push({ pointer, message: `${item.input || "''"} is not a required single value of the input schema.` });
    }
  }
  return problems;
}

/** Whether the input always has one text, number or boolean there; an argument that is sometimes missing shifts the others. */
function isRequiredValue(schema: unknown, pointer: string): boolean {
  if (!pointer.startsWith("/")) return false;
  let node = schema as { properties?: Record<string, unknown>; required?: unknown; type?: unknown } | undefined;
  for (const segment of pointer.split("/").slice(1)) {
    const key = segment.replaceAll("~1", "/").replaceAll("~0", "~");
    const isRequired = Array.isArray(node?.required) && node.required.includes(key);
    if (!isRequired || !node?.properties || !Object.hasOwn(node.properties, key)) return false;
    node = node.properties[key] as typeof node;
  }
  const { type, enum: choices } = (node ?? {}) as { type?: unknown; enum?: unknown };
  return (
    ["string", "number", "integer", "boolean"].includes(String(type)) || (type === undefined && Array.isArray(choices))
  );
}

function repeatedResources({ resources = [] }: ToolContract): FieldProblem[] {
  const ids = resources.map(({ id }) => id);
  return ids.flatMap((id, index) =>
    ids.indexOf(id) === index
      ? []
      : [{ pointer: `/resources/${index}/id`, message: `Two resources are called ${escapePointer(id)}.` }],
  );
}
