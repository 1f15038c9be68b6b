import { done, type Outcome, refuse } from "#lib/errors/outcome.ts";
import { parseStrict } from "#lib/registry/parse-strict.ts";
import { sortByName } from "./build-manifest.ts";
import { type Manifest, type ManifestTool, manifestSchema } from "./manifest.ts";
import { asSet, sortPaths } from "./permissions-of.ts";

/** Ten thousand tools, each with a long list of everything, still fit. */
const LIMITS = { maxBytes: 67_108_864, maxDepth: 16 };
const ERRORS_SHOWN = 20;

/**
 * Reads a manifest that somebody kept. Strict, because a reader that skips what it does not know would skip a permission:
 * an unknown field, a key given twice or a tool named twice is refused. A section that is missing is unspecified.
 */
export function parseManifest(source: string | Uint8Array): Outcome<Manifest> {
  const json = parseStrict(source, LIMITS);
  if (!json.ok) return refuse("invalid_manifest", json.message, json.details);
  const parsed = manifestSchema.safeParse(json.value);
  if (!parsed.success) {
    const errors = parsed.error.issues
      .slice(0, ERRORS_SHOWN)
      .map(({ path, message }) => ({ pointer: `/${path.join("/")}`, message }));
    const [first] = errors;
    return refuse("invalid_manifest", first ? `At ${first.pointer}: ${first.message}.` : undefined, { errors });
  }
  const { format, tools } = parsed.data;
  const twice = findRepeated(tools.map(({ name }) => name));
  if (twice !== undefined) return refuse("invalid_manifest", `${twice} is listed twice.`, { tool: twice });
  return done({ format, tools: sortByName(tools.map(normalise)) });
}

function findRepeated(names: readonly string[]): string | undefined {
  const seen = new Set<string>();
  return names.find((name) => seen.has(name) || !seen.add(name));
}

/** Lists are sets: whoever edits a manifest by hand need not sort them. */
function normalise(tool: ManifestTool): ManifestTool {
  const { policy, constraints, gate } = tool;
  const { filesystem, network, environment, limits } = policy;
  const orWord = <Word extends string>(list: Word | string[]): Word | string[] =>
    Array.isArray(list) ? asSet(list) : list;
  return {
    ...tool,
    policy: {
      ...policy,
      filesystem: { read: orWord(filesystem.read), write: orWord(filesystem.write) },
      network: typeof network === "string" ? network : { mode: network.mode, hosts: asSet(network.hosts) },
      environment: typeof environment === "string" ? environment : { allow: asSet(environment.allow) },
      limits: { ...limits, hard: asSet(limits.hard) },
    },
    constraints: { ...constraints, onlyAfter: asSet(constraints.onlyAfter) },
    gate: {
      ...gate,
      paths: sortPaths(gate.paths),
      urls: asSet(gate.urls),
      text: asSet(gate.text),
      ...(gate.targets === undefined ? {} : { targets: asSet(gate.targets) }),
    },
    secrets: asSet(tool.secrets),
  };
}
