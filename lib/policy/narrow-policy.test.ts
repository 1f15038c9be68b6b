import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ACCESS_GRANTS, type AccessGrant } from "./access-level.ts";
import { DEFAULT_LIMITS } from "./default-limits.ts";
import { allowsHost, allowsPath, effectiveAccess } from "./gate/effective-access.ts";
import { allowedBackends, narrowPolicy, type Reach, reachSchema } from "./narrow-policy.ts";
import { policyForCall } from "./policy-for-call.ts";
import { LIMIT_NAMES, type ToolPolicy } from "./tool-policy.ts";

const { elevated, restricted } = ACCESS_GRANTS;
const ROOTS = { workspace: "/srv/w", project: "/srv/p" };

/** What an agent of this level can reach by a policy, as the gate and the sandbox read one. */
function reached(policy: ToolPolicy, grant: AccessGrant) {
  const { read, write, network } = effectiveAccess(policy, grant, ROOTS);
  return {
    reads: (path: string) => allowsPath(read, path),
    writes: (path: string) => allowsPath(write, path),
    dials: (host: string) => allowsHost(network, { host, port: 443 }),
  };
}

const segment = fc.constantFrom("a", "b", "a*", "?", "*", "**", "ab");
const root = fc.constantFrom("", "${workspace}", "${project}");
const pattern = fc
  .tuple(root, fc.array(segment, { minLength: 1, maxLength: 3 }))
  .map(([from, segments]) => `${from}/${segments.join("/")}`);
const hostPattern = fc.constantFrom(
  ...[
    "a.test:443",
    "*.a.test:443",
    "x.a.test:443",
    "b.test:443",
    "10.0.0.0/8:443",
    "10.1.0.0/16:443",
    "10.1.2.3:443",
    "localhost:443",
  ],
);
const lists = <T>(one: fc.Arbitrary<T>) => fc.option(fc.array(one, { maxLength: 4 }), { nil: undefined });
const limits = fc.option(
  fc.record(Object.fromEntries(LIMIT_NAMES.map((name) => [name, fc.integer({ min: 1, max: 99 })])), {
    requiredKeys: [],
  }),
  { nil: undefined },
);

const reachOf = fc
  .record({ hosts: lists(hostPattern), read: lists(pattern), write: lists(pattern), limits })
  .map((reach) => withoutUndefined(reach) as Reach);
const policyOf = fc
  .record({
    filesystem: fc.option(fc.record({ read: lists(pattern), write: lists(pattern) }).map(withoutUndefined), {
      nil: undefined,
    }),
    network: fc.option(
      fc
        .record({ mode: fc.constantFrom("none", "allowlist", "open"), hosts: lists(hostPattern) })
        .map(withoutUndefined),
      { nil: undefined },
    ),
    limits,
  })
  .map((policy) => withoutUndefined(policy) as ToolPolicy);
const level = fc.constantFrom(...Object.values(ACCESS_GRANTS));

const places = ["/workspace", "/project", ""].flatMap((from) =>
  ["/a", "/b", "/ab", "/a/b", "/a/b/ab", "/b/ab", "/q"].map((below) => `${from}${below}`),
);
const hosts = ["a.test", "x.a.test", "y.x.a.test", "b.test", "c.test", "10.1.2.3", "10.9.9.9", "11.0.0.1", "localhost"];

function withoutUndefined<T extends object>(value: T): Partial<T> {
  return Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined)) as Partial<T>;
}

function allowed(policy: ToolPolicy, grant: AccessGrant) {
  const { reads, writes, dials } = reached(policy, grant);
  return { read: places.filter(reads), write: places.filter(writes), hosts: hosts.filter(dials) };
}

/** Read by itself: a rule that says nothing refuses nothing. */
function ruleAllows(reach: Reach, grant: AccessGrant) {
  const write = reach.write ?? reach.read;
  const filesystem = withoutUndefined({ read: reach.read, write });
  const network = reach.hosts && { mode: "allowlist" as const, hosts: reach.hosts };
  const { reads, writes, dials } = reached(withoutUndefined({ filesystem, network }) as ToolPolicy, grant);
  return {
    reads: (path: string) => reach.read === undefined || reads(path),
    writes: (path: string) => write === undefined || writes(path),
    dials: (host: string) => reach.hosts === undefined || dials(host),
  };
}

function countAllowed(narrow: typeof narrowPolicy) {
  let [kept, wrong] = [0, 0];
  fc.assert(
    fc.property(policyOf, fc.array(reachOf, { minLength: 1, maxLength: 3 }), level, (policy, reaches, grant) => {
      const before = reached(policy, grant);
      const rules = reaches.map((reach) => ruleAllows(reach, grant));
      const after = allowed(narrow(policy, reaches, grant), grant);
      kept += after.read.length + after.hosts.length;
      wrong += after.read.filter((path) => !before.reads(path) || rules.some(({ reads }) => !reads(path))).length;
      wrong += after.write.filter((path) => !before.writes(path) || rules.some(({ writes }) => !writes(path))).length;
      wrong += after.hosts.filter((host) => !before.dials(host) || rules.some(({ dials }) => !dials(host))).length;
    }),
    { numRuns: 500, seed: 7 },
  );
  return { kept, wrong };
}

describe("a policy met with rules", () => {
  test("allows no path and no host that the policy, the level or any rule refuses", () => {
    const { kept, wrong } = countAllowed(narrowPolicy);
    expect(wrong).toBe(0);
    expect(kept).toBeGreaterThan(100);
  });

  test("the search bites: it finds what a rule's list in place of the policy's would add", () => {
    const replaced: typeof narrowPolicy = (policy, [reach]) => ({
      ...policy,
      ...(reach?.read ? { filesystem: { ...policy.filesystem, read: reach.read } } : {}),
      ...(reach?.hosts ? { network: { mode: "allowlist", hosts: reach.hosts } } : {}),
    });
    expect(countAllowed(replaced).wrong).toBeGreaterThan(0);
  });

  test("allows the same whatever the order of the rules, and no less when met again", () => {
    fc.assert(
      fc.property(policyOf, fc.array(reachOf, { maxLength: 3 }), level, (policy, reaches, grant) => {
        const once = narrowPolicy(policy, reaches, grant);
        const backwards = narrowPolicy(policy, reaches.toReversed(), grant);
        expect(allowed(backwards, grant)).toEqual(allowed(once, grant));
        expect(backwards.limits).toEqual(once.limits);
        expect(allowed(narrowPolicy(once, reaches, grant), grant)).toEqual(allowed(once, grant));
      }),
      { numRuns: 200, seed: 7 },
    );
  });

  test("no limit grows, and what must be held by the kernel stays so", () => {
    fc.assert(
      fc.property(policyOf, reachOf, (policy, reach) => {
        const after = narrowPolicy(policy, [reach], elevated).limits;
        for (const name of LIMIT_NAMES) {
          expect(after?.[name] ?? DEFAULT_LIMITS[name]).toBeLessThanOrEqual(
            policy.limits?.[name] ?? DEFAULT_LIMITS[name],
          );
        }
      }),
      { numRuns: 100, seed: 7 },
    );
    const policy: ToolPolicy = { limits: { memoryMb: 900, hard: ["memoryMb"] } };
    expect(narrowPolicy(policy, [{ limits: { memoryMb: 100, wallSeconds: 600 } }], elevated).limits).toEqual({
      ...{ memoryMb: 100, hard: ["memoryMb"] },
      // Left out means thirty seconds, not for ever: a rule that says ten minutes does not give them.
      wallSeconds: 30,
    });
  });

  test("without rules it is what it was", () => {
    const policy: ToolPolicy = { filesystem: { read: ["/data/**"] }, network: { mode: "open" }, exec: "deny" };
    expect(narrowPolicy(policy, [], elevated)).toEqual(policy);
    expect(narrowPolicy({}, [{ backends: ["bubblewrap"] }], elevated)).toEqual({});
  });

  test("what the tool left unspecified is what the rule lists, and of files never more than the agent's own", () => {
    const reach: Reach = { hosts: ["a.test:443", "10.0.0.0/8:443"], read: ["/etc/**", "${workspace}/docs/**"] };
    expect(narrowPolicy({}, [reach], elevated)).toEqual({
      filesystem: { read: ["${workspace}/docs/**"], write: ["${workspace}/docs/**"] },
      network: { mode: "allowlist", hosts: ["a.test:443"] },
    });
  });

  test("at a level that takes a list of hosts, a rule's list is not the one that the tool never had", () => {
    const reach: Reach = { hosts: ["a.test:443"] };
    expect(narrowPolicy({ network: { mode: "open" } }, [reach], elevated).network).toMatchObject({
      hosts: ["a.test:443"],
    });
    expect(narrowPolicy({ network: { mode: "open" } }, [reach], restricted).network).toMatchObject({ hosts: [] });
  });

  test("a rule about reading bounds writing too, unless it says what may be written", () => {
    const policy: ToolPolicy = { filesystem: { read: ["${workspace}/**"], write: ["${workspace}/**"] } };
    const docs = "${workspace}/docs/**";
    expect(narrowPolicy(policy, [{ read: [docs] }], elevated).filesystem).toEqual({ read: [docs], write: [docs] });
    expect(narrowPolicy(policy, [{ read: [docs], write: ["${workspace}/out/**"] }], elevated).filesystem).toEqual({
      ...{ read: [docs], write: ["${workspace}/out/**"] },
    });
  });

  test("a rule that says nothing of a part leaves it as it was, empty as it may be", () => {
    const policy: ToolPolicy = {
      filesystem: {},
      network: { mode: "none", hosts: ["a.test:443"] },
      limits: { memoryMb: 9 },
      risk: "low",
    };
    expect(narrowPolicy(policy, [{ backends: [] }, {}], elevated)).toEqual(policy);
    expect(narrowPolicy(policy, [{ hosts: ["a.test:443"] }], elevated)).toEqual(policy);
    expect(narrowPolicy({}, [{ limits: {} }], elevated)).toEqual({ limits: {} });
    expect(narrowPolicy({}, [{ write: ["${project}/x"] }], elevated)).toEqual({
      filesystem: { write: ["${project}/x"] },
    });
  });

  test("a listed host stays listed at an open level too, and this machine and numbers only where the tool listed them", () => {
    const network = { mode: "open" as const, hosts: ["127.0.0.1:80"] };
    const reach: Reach = { hosts: ["127.0.0.1:80", "10.0.0.1:80", "localhost:80", "b.test:1"] };
    expect(narrowPolicy({ network }, [reach], elevated).network).toEqual({
      mode: "allowlist",
      hosts: ["127.0.0.1:80", "b.test:1"],
    });
    expect(narrowPolicy({ network: { ...network, mode: "allowlist" } }, [reach], elevated).network).toEqual({
      mode: "allowlist",
      hosts: ["127.0.0.1:80"],
    });
  });

  test("of several limits the smallest holds, and of none the tool's own", () => {
    const limits = { wallSeconds: 20, fileMb: 3 };
    const met = narrowPolicy(
      { limits },
      [{ limits: { wallSeconds: 9 } }, { limits: { wallSeconds: 7, processes: 99 } }],
      elevated,
    );
    expect(met.limits).toEqual({ wallSeconds: 7, fileMb: 3, processes: DEFAULT_LIMITS.processes });
  });

  test("a tool whose class says that nothing leaves has no network, whatever else is said", () => {
    const reach = { grant: elevated, narrowings: [{ read: ["${workspace}/a"] }] };
    const policy: ToolPolicy = { filesystem: { read: ["${workspace}/**"], write: [] }, network: { mode: "open" } };
    const filesystem = { read: ["${workspace}/a"], write: [] };
    expect(policyForCall(policy, "none", reach)).toEqual({ filesystem, network: { mode: "none" } });
    expect(policyForCall(policy, "read_only", reach)).toEqual({ filesystem, network: { mode: "open" } });
  });

  test("what a rule may say of reach is bounded to what a policy may", () => {
    const accepts = (reach: unknown) => reachSchema.safeParse(reach).success;
    expect([accepts({ limits: { wallSeconds: 1 } }), accepts({ limits: { hard: [] } })]).toEqual([true, false]);
    expect([accepts({ backends: ["gvisor"] }), accepts({ backends: ["none"] }), accepts({ other: 1 })]).toEqual([
      ...[true, false, false],
    ]);
    expect([accepts({ hosts: ["a:1"], read: ["/a"], write: [] }), accepts({ hosts: ["a"] })]).toEqual([true, false]);
    expect([accepts({ read: ["a"] }), accepts({ write: ["a"] })]).toEqual([false, false]);
  });

  test("a backend has to please every rule that names some", () => {
    expect(allowedBackends([{ backends: ["gvisor", "gvisor"] }])).toEqual(["gvisor"]);
    expect(allowedBackends([{}, { hosts: [] }])).toBeUndefined();
    expect(allowedBackends([{ backends: ["gvisor", "bubblewrap"] }, {}])).toEqual(["gvisor", "bubblewrap"]);
    expect(allowedBackends([{ backends: ["gvisor", "bubblewrap"] }, { backends: ["bubblewrap"] }])).toEqual([
      "bubblewrap",
    ]);
    expect(allowedBackends([{ backends: ["gvisor"] }, { backends: ["docker"] }])).toEqual([]);
  });
});
