import { type Refusal, refuse } from "#lib/errors/outcome.ts";
import type { AccessGrant } from "#lib/policy/access-level.ts";
import type { TraceLine } from "#lib/policy/decision-trace.ts";
import { headOf, plainText } from "#lib/policy/plain-text.ts";
import type { ToolContract } from "#lib/registry/contract.ts";
import { type AgentRoots, allowsHost, allowsPath, type EffectiveAccess, effectiveAccess } from "./effective-access.ts";
import { type FoundArgument, findArguments } from "./find-arguments.ts";
import { bareHost, canonicalHost, type HostTarget } from "./host-pattern.ts";
import { readPath } from "./read-path.ts";

/**
 * The layer-1 gate: looks at path and host arguments before anything runs, so that an agent hears a clear no instead of
 * a sandbox's error, and a person is never asked to approve a call that could not work. It guards arguments, not the
 * running process: what a tool makes up by itself is held by the sandbox and the egress proxy.
 */
export interface GateRequest {
  readonly contract: Pick<ToolContract, "policy" | "gate">;
  readonly input: unknown;
  readonly grant: AccessGrant;
  readonly roots: AgentRoots;
}

export interface GateResult {
  /** One line an argument, or one that says there was none. */
  readonly lines: TraceLine[];
  /** The first no, with what would have been allowed. */
  readonly refusal?: Refusal;
}

interface Judgement {
  readonly line: TraceLine;
  readonly refusal?: Refusal;
}

export function gateArguments({ contract, input, grant, roots }: GateRequest): GateResult {
  const access = effectiveAccess(contract.policy, grant, roots);
  const found = findArguments(input, contract.gate);
  if (found.length > ARGUMENTS_MAX) return tooMany(found.length);
  const judgements = found.map((argument) =>
    argument.kind === "path" ? judgePath(argument, access) : judgeHost(argument, access.network),
  );
  const refusal = judgements.find((judgement) => judgement.refusal)?.refusal;
  const lines = bounded(judgements.map(({ line }) => line));
  return { lines: lines.length > 0 ? lines : [NOTHING_FOUND], ...(refusal ? { refusal } : {}) };
}

/** Beyond any honest call; judging tens of thousands would hold up everybody else's. */
const ARGUMENTS_MAX = 1000;
const LINES_MAX = 20;

function tooMany(count: number): GateResult {
  const sentence = `The input names ${count} paths or hosts; ${ARGUMENTS_MAX} are allowed.`;
  const line: TraceLine = {
    ...NOTHING_FOUND,
    rule: "gate.path",
    concluded: "deny",
    saw: `${count} arguments`,
    sentence,
  };
  return { lines: [line], refusal: refuse("path_refused", sentence, { allowed: ARGUMENTS_MAX, found: count }) };
}

/** A list of hundreds of paths is one trace, not hundreds of lines; what was denied comes first. */
function bounded(lines: TraceLine[]): TraceLine[] {
  if (lines.length <= LINES_MAX) return lines;
  const denied = lines.filter(({ concluded }) => concluded === "deny");
  const kept = [...denied, ...lines.filter(({ concluded }) => concluded !== "deny")].slice(0, LINES_MAX - 1);
  const more = `${lines.length - kept.length} more arguments`;
  return [...kept, { ...NOTHING_FOUND, saw: more, sentence: `${more} were looked at.` }];
}

const NOTHING_FOUND: TraceLine = {
  rule: "gate.arguments",
  stage: "check",
  concluded: "pass",
  saw: "no path or host",
  sentence: "No argument names a path or a host.",
};

function judgePath(argument: FoundArgument, { read, write }: EffectiveAccess): Judgement {
  // What may be written may be read; what nobody declared may be either.
  const usable = argument.access === "write" ? [write] : [read, write];
  const reading = readPath(argument.text);
  const outside =
    "impossible" in reading
      ? reading.impossible
      : reading.paths.filter((path) => !usable.some((one) => allowsPath(one, path))).map(describePath)[0];
  if (outside === undefined) {
    const seen = "paths" in reading ? plainText(reading.paths[0] ?? "", 200) : "";
    return { line: line("gate.path", "pass", argument, seen, "The path lies within what tool and agent may touch.") };
  }
  const allowed = [...new Set(usable.flatMap(({ patterns }) => patterns))];
  const sentence = `The path at ${plainText(argument.pointer, 80)} ${outside}.`;
  return {
    line: line("gate.path", "deny", argument, plainText(argument.text, 200), sentence),
    refusal: refuse("path_refused", sentence, { pointer: argument.pointer, allowed }),
  };

  function describePath(path: string): string {
    return `resolves to ${plainText(path, 120)}, which is outside what this tool and agent may ${argument.access ?? "touch"}`;
  }
}

function judgeHost(argument: FoundArgument, network: EffectiveAccess["network"]): Judgement {
  const target = argument.kind === "url" ? readUrl(argument) : readHost(argument.text);
  const problem = "impossible" in target ? target.impossible : whyNotAllowed(network, target);
  if (problem === undefined && !("impossible" in target)) {
    return {
      line: line("gate.host", "pass", argument, describeHost(target), "The host is allowed to tool and agent."),
    };
  }
  const sentence = `The address at ${plainText(argument.pointer, 80)} ${problem}.`;
  const saw = "impossible" in target ? "not a usable address" : describeHost(target);
  return {
    line: line("gate.host", "deny", argument, saw, sentence),
    refusal: refuse("host_refused", sentence, {
      pointer: argument.pointer,
      mode: network.mode,
      allowed: network.hosts,
    }),
  };
}

type Target = HostTarget | { readonly impossible: string };

function readUrl({ text, foundBy }: FoundArgument): Target {
  // The short form of an ssh address, where the author says that addresses are expected.
  const [, shortHost] = (foundBy === "declaration" && /^[^@:/\s]+@([^@:/\s]+):(?!\/\/)/.exec(text)) || [];
  if (shortHost !== undefined) return sshTarget(shortHost, "");
  // An argument that is only called `url` may leave the scheme out; the tool will add one.
  const written = URL.canParse(text) || foundBy !== "name" ? text : `https://${text.replace(/^\/\//, "")}`;
  if (!URL.canParse(written)) return { impossible: "cannot be read as a URL" };
  const url = new URL(written);
  if (url.protocol === "ssh:" && url.password === "") return sshTarget(url.hostname, url.port);
  if (url.protocol !== "http:" && url.protocol !== "https:") return { impossible: "is neither http, https nor ssh" };
  if (url.username !== "" || url.password !== "") return { impossible: "carries credentials" };
  const port = url.port === "" ? (url.protocol === "https:" ? 443 : 80) : Number(url.port);
  return { host: bareHost(url), port };
}

/** A parser of URLs leaves the host of ssh as it is written, so we read it as that of http. */
function sshTarget(written: string, port: string): Target {
  const host = canonicalHost(written.replace(/^\[|\]$/g, ""));
  if (host === undefined) return { impossible: "names no host" };
  return { host, port: port === "" ? 22 : Number(port) };
}

function readHost(text: string): Target {
  const [, written = text, port] = /^(.*?)(?::(\d{1,5}))?$/s.exec(text.trim()) ?? [];
  const host = canonicalHost(written.replace(/^\[|\]$/g, ""));
  if (host === undefined) return { impossible: "is not a host" };
  return port === undefined ? { host } : { host, port: Number(port) };
}

function whyNotAllowed(network: EffectiveAccess["network"], target: HostTarget): string | undefined {
  if (allowsHost(network, target)) return undefined;
  if (network.mode === "none") return "names a host, and this tool has no network for this agent";
  return `names ${describeHost(target)}, which is not on the tool's list for this agent`;
}

function describeHost({ host, port }: HostTarget): string {
  return plainText(port === undefined ? host : `${host}:${port}`, 120);
}

function line(
  rule: string,
  concluded: "pass" | "deny",
  { pointer, foundBy }: FoundArgument,
  seen: string,
  sentence: string,
): TraceLine {
  const saw = `${plainText(pointer, 120)} (${foundBy}): ${seen}`;
  return { rule, stage: "check", concluded, saw: headOf(saw, 400), sentence: headOf(sentence, 400) };
}
