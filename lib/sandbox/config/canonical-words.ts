/** Names that mean the same in other people's documents, and ours. */
const SECTIONS: Readonly<Record<string, string>> = { subprocess: "process", k8s: "kubernetes" };
const BACKEND_NAMES = SECTIONS;
const CATEGORY_NAMES: Readonly<Record<string, string>> = { git: "version_control" };

type Path = readonly PropertyKey[];

export interface CanonicalWords {
  readonly document: Record<string, unknown>;
  readonly problems: readonly { readonly at: Path; readonly message: string }[];
  /** The path under which the person wrote it. */
  readonly written: (path: Path) => Path;
}

/** The document in our words. A thing that is said under two names is refused: one of them would not hold. */
export function canonicalWords(written: Readonly<Record<string, unknown>>): CanonicalWords {
  const problems: { at: Path; message: string }[] = [];
  const origins: { readonly path: readonly string[]; readonly written: readonly string[] }[] = [];

  const rename = (value: unknown, names: Readonly<Record<string, string>>, at: readonly string[]): unknown => {
    if (!isObject(value)) return value;
    const renamed: Record<string, unknown> = {};
    for (const [key, item] of Object.entries(value)) {
      const name = Object.hasOwn(names, key) ? (names[key] ?? key) : key;
      if (Object.hasOwn(renamed, name)) problems.push({ at: [...at, key], message: `${key} and ${name} are one.` });
      if (name !== key) origins.push({ path: [...at, name], written: [...at, key] });
      renamed[name] = item;
    }
    return renamed;
  };

  const document = rename(written, SECTIONS, []) as Record<string, unknown>;
  const backendOf = (value: unknown): unknown =>
    typeof value === "string" && Object.hasOwn(BACKEND_NAMES, value) ? BACKEND_NAMES[value] : value;
  if ("default_backend" in document) document.default_backend = backendOf(document.default_backend);
  const overrides = rename(document.overrides, CATEGORY_NAMES, ["overrides"]);
  if (isObject(overrides)) {
    document.overrides = Object.fromEntries(Object.entries(overrides).map(([key, it]) => [key, backendOf(it)]));
  }
  if (isObject(document.docker)) {
    const { lifecycle, ...docker } = document.docker;
    if ("network_overrides" in docker) {
      docker.network_overrides = rename(docker.network_overrides, CATEGORY_NAMES, ["docker", "network_overrides"]);
    }
    document.docker = docker;
    if (lifecycle !== undefined && "lifecycle" in document) {
      problems.push({ at: ["docker", "lifecycle"], message: "lifecycle and docker.lifecycle are one." });
    } else if (lifecycle !== undefined) {
      document.lifecycle = lifecycle;
      origins.push({ path: ["lifecycle"], written: ["docker", "lifecycle"] });
    }
  }

  return {
    document,
    problems,
    written(path) {
      const origin = origins
        .filter((one) => one.path.every((part, index) => part === path[index]))
        .sort((a, b) => b.path.length - a.path.length)[0];
      return origin ? [...origin.written, ...path.slice(origin.path.length)] : path;
    },
  };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
