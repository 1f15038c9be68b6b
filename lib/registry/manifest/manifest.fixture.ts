import fc from "fast-check";
import type { Manifest, ManifestTool, Permissions } from "./manifest.ts";
import { asSet, sortPaths } from "./permissions-of.ts";

/** Random manifests: every field takes every kind of value, `unspecified` among them. */
const unspecified = fc.constant("unspecified" as const);
const or = <T>(value: fc.Arbitrary<T>) => fc.oneof(unspecified, value);
const someOf = <T extends string>(items: readonly T[]) => fc.subarray([...items]).map(asSet);

const globs = ["/data/**", "/data/*.csv", "/srv/in", "${workspace}/**", "${project}/src/**", "/var/log/?.txt"];
const hosts = ["api.example.com:443", "*.example.org:443", "10.1.0.0/16:5432", "192.0.2.7:22", "[fd00::]/8:443"];
const limitNames = ["wallSeconds", "cpuSeconds", "memoryMb", "processes", "outputBytes", "fileMb"] as const;
const limit = or(fc.integer({ min: 1, max: 3000 }));

const permissions: fc.Arbitrary<Permissions> = fc.record({
  safetyClass: fc.constantFrom("read", "write", "network", "financial", "privileged"),
  egressClass: fc.constantFrom("none", "read_only", "write"),
  category: fc.constantFrom("web", "file_system", "database"),
  actionType: fc.constantFrom("web:fetch", "fs:read", "db:query"),
  approvals: fc.nat(2),
  idempotency: fc.constantFrom("required", "optional"),
  idempotent: fc.boolean(),
  policy: fc.record({
    risk: or(fc.constantFrom("low" as const, "medium" as const, "high" as const)),
    filesystem: fc.record({ read: or(someOf(globs)), write: or(someOf(globs)) }),
    network: or(
      fc.record({
        mode: fc.constantFrom("none" as const, "allowlist" as const, "open" as const),
        hosts: someOf(hosts),
      }),
    ),
    environment: or(fc.record({ allow: someOf(["LANG", "TZ", "HOME_PAGE"]) })),
    exec: fc.constantFrom("allow", "deny", "unspecified"),
    limits: fc.record({
      wallSeconds: limit,
      cpuSeconds: limit,
      memoryMb: limit,
      processes: limit,
      outputBytes: limit,
      fileMb: limit,
      hard: someOf(limitNames),
    }),
  }),
  constraints: fc.record({
    maxInvocations: or(fc.integer({ min: 1, max: 9 })),

    onlyAfter: someOf(["first", "second"]),
    forbidden: fc.boolean(),
  }),
  gate: fc.record({
    paths: fc
      .array(fc.record({ at: fc.constantFrom("/a", "/b"), access: fc.constantFrom("read", "write") }))
      .map(sortPaths),
    urls: someOf(["/u", "/v"]),
    text: someOf(["/s", "/t"]),
    targets: someOf(["recipient /to", "repository /r"]),
  }),
  secrets: someOf(["mail", "billing"]),
  outputContent: fc.constantFrom("prose", "verbatim"),
  maxCost: or(fc.integer({ min: 0, max: 9 })),
  runtime: fc.oneof(
    fc.record({ kind: fc.constantFrom("bundle", "command", "mcp"), sandbox: fc.constant("required" as const) }),
    fc.record({ kind: fc.constant("external" as const), sandbox: fc.constant("none" as const) }),
  ),
});

const anyCleaning = fc.constantFrom(
  undefined,
  { steps: { sentences: "fence" as const } },
  { maxLength: 5_000, markers: "visible" as const },
);

const hash = fc.integer({ min: 0, max: 15 }).map((digit) => `al1:sha256:${digit.toString(16).repeat(64)}`);

export const anyManifest: fc.Arbitrary<Manifest> = fc
  .uniqueArray(fc.constantFrom("alpha", "beta", "gamma"), { minLength: 1, maxLength: 2 })
  .chain((names) =>
    fc.tuple(
      ...names.toSorted().map((name) =>
        fc.tuple(permissions, anyCleaning, hash, fc.option(fc.integer({ min: 1, max: 9 }), { nil: undefined })).map(
          ([rest, cleaning, definitionHash, version]): ManifestTool => ({
            name,
            ...(cleaning ? { cleaning } : {}),
            ...(version === undefined ? {} : { version }),
            definitionHash,
            ...rest,
          }),
        ),
      ),
    ),
  )
  .map((tools) => ({ format: "airlock.manifest/1", tools }));
