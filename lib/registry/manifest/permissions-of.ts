import { judgeClasses } from "#lib/policy/decision/judge-classes.ts";
import { POLICY_AS_SHIPPED } from "#lib/policy/document/as-shipped.ts";
import { annotatedText } from "#lib/policy/gate/annotated-text.ts";
import type { ToolPolicy } from "#lib/policy/tool-policy.ts";
import type { ToolContract, ToolRequirements } from "#lib/registry/contract.ts";
import { type Permissions, UNSPECIFIED } from "./manifest.ts";

/**
 * What a contract lets its tool touch, with every gap named. Each part is taken apart completely: a field that is added
 * to a contract's policy, constraints or gate and forgotten here does not compile, so nothing slips past a diff.
 */
export function permissionsOf(contract: ToolContract, requiresApproval = needsPerson(contract)): Permissions {
  const { safetyClass, egressClass, category, actionType, idempotency, idempotent, outputContent, cleaning } = contract;
  const { kind } = contract.runtime;
  return {
    safetyClass,
    egressClass,
    category,
    actionType,
    // By the classes as shipped: a manifest says what the tools ask for, and an installation's policy is no part of it.
    approvals: Math.max(
      ...judgeClasses(POLICY_AS_SHIPPED.classes, contract, requiresApproval).map(({ people }) => people ?? 0),
    ),
    idempotency,
    idempotent,
    policy: policyOf(contract.policy),
    constraints: constraintsOf(contract.constraints ?? {}),
    gate: gateOf(contract.gate ?? {}, annotatedText(contract.inputSchema)),
    secrets: asSet(secretsOf(contract.requires)),
    outputContent,
    ...(cleaning === undefined ? {} : { cleaning }),
    maxCost: contract.maxCost ?? UNSPECIFIED,
    runtime: runtimeOf(kind),
  };
}

function runtimeOf(kind: ToolContract["runtime"]["kind"]): Permissions["runtime"] {
  if (kind === "external") return { kind, sandbox: "none" };
  return kind === "platform" ? { kind, sandbox: "not_needed" } : { kind, sandbox: "required" };
}

/** A secret that the tool can read is another permission than the same secret in a header, which it never sees. */
function secretsOf({ secrets, headers = [], ...rest }: ToolRequirements = { secrets: [] }): string[] {
  nothingElse(rest);
  const injected = new Set(headers.map(({ secret }) => secret));
  return [
    ...secrets.filter((secret) => !injected.has(secret)),
    ...headers.map(({ secret, host, header }) => `${secret} as ${header} to ${host}`),
  ];
}

/** As the database sets `requires_approval` when nobody asked for it. */
function needsPerson({ egressClass, safetyClass }: ToolContract): boolean {
  return egressClass === "write" || ["write", "financial", "privileged"].includes(safetyClass);
}

function policyOf({ risk, filesystem, network, environment, exec, limits, ...rest }: ToolPolicy) {
  nothingElse(rest);
  return {
    risk: risk ?? UNSPECIFIED,
    filesystem: filesOf(filesystem ?? {}),
    network: network ? networkOf(network) : UNSPECIFIED,
    environment: environment ? environmentOf(environment) : UNSPECIFIED,
    exec: exec ?? UNSPECIFIED,
    limits: limitsOf(limits ?? {}),
  } as const;
}

function filesOf({ read, write, ...rest }: NonNullable<ToolPolicy["filesystem"]>) {
  nothingElse(rest);
  return { read: read ? asSet(read) : UNSPECIFIED, write: write ? asSet(write) : UNSPECIFIED } as const;
}

function networkOf({ mode, hosts, ...rest }: NonNullable<ToolPolicy["network"]>) {
  nothingElse(rest);
  return { mode, hosts: asSet(hosts ?? []) };
}

function environmentOf({ allow, ...rest }: NonNullable<ToolPolicy["environment"]>) {
  nothingElse(rest);
  return { allow: asSet(allow) };
}

function limitsOf({ hard, ...limits }: NonNullable<ToolPolicy["limits"]>) {
  const { wallSeconds, cpuSeconds, memoryMb, processes, outputBytes, fileMb, ...rest } = limits;
  nothingElse(rest);
  return {
    wallSeconds: wallSeconds ?? UNSPECIFIED,
    cpuSeconds: cpuSeconds ?? UNSPECIFIED,
    memoryMb: memoryMb ?? UNSPECIFIED,
    processes: processes ?? UNSPECIFIED,
    outputBytes: outputBytes ?? UNSPECIFIED,
    fileMb: fileMb ?? UNSPECIFIED,
    hard: asSet(hard ?? []),
  } as const;
}

function constraintsOf({
  maxInvocations,
  onlyAfter,
  forbidden,
  per,
  ...rest
}: NonNullable<ToolContract["constraints"]>): Permissions["constraints"] {
  nothingElse(rest);
  return {
    maxInvocations: maxInvocations ?? UNSPECIFIED,
    onlyAfter: asSet(onlyAfter ?? []),
    forbidden: forbidden ?? false,
    ...(per === "task" ? { per } : {}),
  };
}

/** An exemption that stands in the schema counts like one in the gate's own list. */
function gateOf(
  { paths, urls, text, targets, pathDetection, ...rest }: NonNullable<ToolContract["gate"]>,
  annotated: readonly string[],
): Permissions["gate"] {
  nothingElse(rest);
  return {
    paths: sortPaths(paths ?? []),
    urls: asSet((urls ?? []).map(({ at }) => at)),
    text: asSet([...(text ?? []).map(({ at }) => at), ...annotated]),
    ...(targets === undefined ? {} : { targets: asSet(targets.map(({ at, kind }) => `${kind} ${at}`)) }),
    ...(pathDetection === undefined ? {} : { pathDetection }),
  };
}

/** The order and the repetition of a list of permissions mean nothing. */
export function asSet<Item extends string>(items: readonly Item[]): Item[] {
  return [...new Set(items)].sort();
}

export function sortPaths(paths: Permissions["gate"]["paths"]): Permissions["gate"]["paths"] {
  const byKey = new Map(paths.map(({ at, access }) => [`${at} ${access}`, { at, access }]));
  return [...byKey].sort(([left], [right]) => (left < right ? -1 : 1)).map(([, path]) => path);
}

/** Takes only an object that the compiler knows to be empty. */
function nothingElse(_rest: Record<string, never>): void {}
