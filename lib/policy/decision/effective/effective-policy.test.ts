import { describe, expect, test } from "vitest";
import { documentWith, FREE_CALL, NOW } from "../call.fixture.ts";
import { compilePolicy } from "../compile-policy.ts";
import { EFFECTIVE_FIELDS, type EffectiveField } from "./effective-line.ts";
import { type EffectiveTool, effectivePolicy } from "./effective-policy.ts";

const scout = { name: "scout", declared: "standard", trust: {} } as const;
const tool: EffectiveTool = { ...FREE_CALL.contract, requiresApproval: false, alarmed: false };

type Change = Record<string, unknown>;

function linesFor(change: {
  profiles?: Record<string, Change>;
  entry?: Change;
  agent?: Parameters<typeof effectivePolicy>[1];
  tool?: Partial<EffectiveTool>;
  levels?: Record<string, unknown>;
}) {
  const { profiles = {}, entry = {}, levels } = change;
  const shipped = documentWith({}).tool_access.levels;
  const policy = compilePolicy(
    documentWith({
      profiles,
      agents: { scout: { profiles: Object.keys(profiles), ...entry } },
      ...(levels && { tool_access: { levels: { ...shipped, ...levels } } }),
    }),
  );
  const lines = effectivePolicy(policy, change.agent ?? scout, { ...tool, ...change.tool }, NOW);
  for (const { field } of lines) expect(EFFECTIVE_FIELDS).toContain(field);
  /** Each line of a field as a person would read it; an asterisk: it binds. */
  return (field: EffectiveField) =>
    lines
      .filter((line) => line.field === field)
      .map(({ value, from, binds }) => `${value} (${from})${binds ? "*" : ""}`);
}

const rule = (parts: Change) => ({ tool: "read_file", reason: "Because.", ...parts });

describe("what holds for an agent with a tool", () => {
  test("as shipped comes from the classes, the level and the tool", () => {
    const of = linesFor({});
    expect(of("verdict")).toEqual(["run (class safety.read)*", "run (class egress.none)*"]);
    expect(of("voters")).toEqual(["operator, reviewer (class safety.read)*"]);
    expect(of("attempts")).toEqual(["5 (class safety.read)*"]);
    expect(of("audit")).toEqual(["digest (class safety.read)*"]);
    expect(of("level")).toEqual(["standard (agent)*"]);
    expect(of("network")).toEqual(["open (level standard)*"]);
    expect(of("deployment")).toEqual(["with a person (level standard)*"]);
    expect(of("wallSeconds")).toEqual(["30 (default)*"]);
    const silent = ["approval_minutes", "read", "write", "hosts", "backends", "commands", "gate", "budget"] as const;
    for (const field of [...silent, "forbidden", "max_invocations", "only_after"] as const)
      expect(of(field)).toEqual([]);
  });

  test("the strictest verdict binds, and each says where it is written", () => {
    const of = linesFor({
      profiles: {
        careful: { rules: [rule({ tool: "other", deny: true }), rule({ people: 2 })], human_approval: ["fs"] },
        listed: { auto_approve: ["db"] },
      },
      tool: { safetyClass: "write", requiresApproval: true },
    });
    expect(of("verdict")).toEqual([
      "one person (class safety.write)",
      "run (class egress.none)",
      "two people (profile careful, rule 2)*",
      "one person (profile careful, human_approval)",
      "one person (profile listed, auto_approve)",
    ]);
  });

  test("the registry's flag, the tier, the level and the agent's lists have their lines", () => {
    expect(linesFor({ tool: { requiresApproval: true } })("verdict")).toContain("one person (registry)*");
    const alarmed = { safetyClass: "financial", alarmed: true } as const;
    expect(linesFor({ tool: alarmed })("verdict")).toContain("two people (tier dual)*");
    expect(linesFor({ entry: { deny: ["read_file"] } })("verdict")).toContain("denied (agent entry)*");
    expect(linesFor({ entry: { profiles: ["gone"] } })("verdict")).toContain("denied (agent entry)*");
    const deploy = { category: "deployment", actionType: "deploy:staging" } as const;
    expect(linesFor({ tool: deploy })("verdict")).toContain("one person (level standard)*");
    const terminal = { category: "terminal", actionType: "exec:command" } as const;
    const lowly = { ...scout, declared: "restricted" } as const;
    expect(linesFor({ agent: lowly, tool: terminal })("verdict")).toContain("denied (level restricted)*");
    const allowed = linesFor({ agent: lowly, tool: terminal, entry: { allow: ["read_file"] } })("verdict");
    expect(allowed).toContain("run (agent entry)*");
    expect(allowed).not.toContain("denied (level restricted)*");
  });

  test("a rule that has ended says nothing, and a rule's reason is shown", () => {
    const ended = rule({ people: 2, until: "2001-01-01T00:00:00Z" });
    expect(linesFor({ profiles: { careful: { rules: [ended] } } })("verdict")).toHaveLength(2);
    const policy = compilePolicy(
      documentWith({
        profiles: { careful: { rules: [rule({ deny: true, max_invocations: 3 })] } },
        agents: { scout: { profiles: ["careful"] } },
      }),
    );
    const reasons = effectivePolicy(policy, scout, tool, NOW).flatMap(({ field, from, reason }) =>
      from === "profile careful, rule 1" ? [[field, reason]] : [],
    );
    expect(reasons).toEqual([
      ["verdict", "Because."],
      ["max_invocations", "Because."],
    ]);
  });

  test("the shortest time for people binds", () => {
    const of = linesFor({
      profiles: {
        careful: { approval_minutes: { "fs:read": 60, file_system: 30, db: 5 } },
        late: { approval_minutes: { fs: 45 } },
      },
    });
    expect(of("approval_minutes")).toEqual([
      "60 (profile careful, approval_minutes fs:read)",
      "30 (profile careful, approval_minutes file_system)*",
      "45 (profile late, approval_minutes fs)",
    ]);
  });

  test("a class that waits between tries says so", () => {
    const of = linesFor({ tool: { safetyClass: "financial" } });
    expect(of("attempts")).toEqual(["2, 5 s apart at first (class safety.financial)*"]);
    expect(linesFor({ tool: { safetyClass: "privileged" } })("attempts")).toEqual(["1 (class safety.privileged)*"]);
  });
});

describe("the level", () => {
  test("is the lowest of what was declared and what the agent is trusted with", () => {
    const agent = { ...scout, trust: { all: "elevated", file_system: "restricted", web: "sandboxed" } } as const;
    const of = linesFor({ agent });
    expect(of("level")).toEqual(["standard (agent)", "restricted (trust in file_system)*", "elevated (trust)"]);
    expect(of("network")).toEqual(["allowlist_only (level restricted)*"]);
  });

  test("is narrowed by the agent's entry, field by field", () => {
    const of = linesFor({ entry: { narrow: { network: "none", file_system: "full", deployment: false } } });
    expect(of("network")).toEqual(["open (level standard)", "none (agent entry)*"]);
    expect(of("file_system")).toEqual(["project_directory (level standard)*", "full (agent entry)"]);
    expect(of("git")).toEqual(["full (level standard)*"]);
    expect(of("deployment")).toEqual(["with a person (level standard)*", "with a person (agent entry)*"]);
  });

  test("a custom one is named, and met with that of trust", () => {
    const agent = { ...scout, declared: "custom", trust: { all: "restricted" } } as const;
    const levels = { night: { network: "open", file_system: "workspace_only", deployment: true } };
    const of = linesFor({ agent, levels, entry: { custom_level: "night" } });
    expect(of("level")).toEqual(["custom (agent)*", "restricted (trust)*"]);
    expect(of("network")).toEqual(["open (level night)", "allowlist_only (trust)*"]);
    expect(of("file_system")).toEqual(["workspace_only (level night)*", "project_directory (trust)"]);
    expect(of("deployment")).toEqual(["yes (level night)", "with a person (trust)*"]);
    const twice = { ...agent, trust: { all: "standard", file_system: "restricted" } } as const;
    expect(linesFor({ agent: twice, levels, entry: { custom_level: "night" } })("network")).toEqual([
      "open (level night)",
      "allowlist_only (trust in file_system)*",
    ]);
    expect(linesFor({ agent })("network")).toEqual(["none (level custom)*", "allowlist_only (trust)"]);
  });

  test("says which programs may be started, and from where the list is", () => {
    const levels = { night: { terminal: "restricted_commands", commands: ["git", "cat"] } };
    const agent = { ...scout, declared: "custom" } as const;
    expect(linesFor({ agent, levels, entry: { custom_level: "night" } })("commands")).toEqual([
      "git, cat (level night)*",
    ]);
    // A level that starts some programs, and an entry that lists others: what both have is neither list.
    const few = linesFor({ entry: { narrow: { commands: ["cat", "no-such-program"] } } })("commands");
    expect(few).toEqual(["cat (together)*", "cat, no-such-program (agent entry)"]);
    const narrow = { commands: ["cat", "ls"] };
    expect(linesFor({ agent, levels, entry: { custom_level: "night", narrow } })("commands")).toEqual([
      "cat (together)*",
      "git, cat (level night)",
      "cat, ls (agent entry)",
    ]);
  });
});

describe("the reach", () => {
  test("is what the tool declares, met with every rule", () => {
    const declared: EffectiveTool["policy"] = {
      filesystem: { read: ["/data/**"], write: [] },
      network: { mode: "allowlist", hosts: ["a.example.com:443", "b.example.com:443"] },
      limits: { wallSeconds: 20, memoryMb: 256 },
    };
    const of = linesFor({
      tool: { policy: declared },
      profiles: {
        careful: {
          rules: [
            rule({
              read: ["/data/public/**"],
              hosts: ["a.example.com:443"],
              limits: { wallSeconds: 5, memoryMb: 512 },
            }),
            { action: "fs", reason: "Contained.", backends: ["gvisor", "docker"], limits: { wallSeconds: 5 } },
          ],
        },
        tight: { rules: [rule({ backends: ["docker", "bubblewrap"] })] },
      },
    });
    expect(of("read")).toEqual([
      "/data/public/** (together)*",
      "/data/** (tool)",
      "/data/public/** (profile careful, rule 1)",
    ]);
    expect(of("write")).toEqual(["nothing (together)*", "nothing (tool)", "/data/public/** (profile careful, rule 1)"]);
    expect(of("hosts")).toEqual([
      "a.example.com:443 (together)*",
      "a.example.com:443, b.example.com:443 (tool)",
      "a.example.com:443 (profile careful, rule 1)",
    ]);
    expect(of("wallSeconds")).toEqual(["20 (tool)", "5 (profile careful, rule 1)*", "5 (profile careful, rule 2)*"]);
    expect(of("memoryMb")).toEqual(["256 (tool)*", "512 (profile careful, rule 1)"]);
    expect(of("backends")).toEqual([
      "docker (together)*",
      "gvisor, docker (profile careful, rule 2)",
      "docker, bubblewrap (profile tight, rule 1)",
    ]);
  });

  test("of one list alone is that list", () => {
    const of = linesFor({
      tool: { policy: { filesystem: { read: ["/data/**"] } } },
      profiles: { careful: { rules: [rule({ write: ["${workspace}/**"], backends: ["docker"] })] } },
    });
    expect(of("read")).toEqual(["/data/** (tool)*"]);
    expect(of("write")).toEqual(["${workspace}/** (profile careful, rule 1)*"]);
    expect(of("backends")).toEqual(["docker (profile careful, rule 1)*"]);
  });

  test("a gate that only reports is a line of its own", () => {
    expect(linesFor({ entry: { enforce_tool_policies: false } })("gate")).toEqual(["reports only (agent entry)*"]);
  });
});

describe("what is counted", () => {
  test("a contract may count in a task", () => {
    const of = linesFor({ tool: { constraints: { maxInvocations: 1, onlyAfter: ["look"], per: "task" } } });
    expect(of("max_invocations")).toEqual(["1 a task (tool)*"]);
    expect(of("only_after")).toEqual(["look, in the same task (tool)*"]);
  });

  test("each count and budget that is about the tool holds by itself", () => {
    const of = linesFor({
      tool: { constraints: { forbidden: true, maxInvocations: 3, onlyAfter: ["fetch", "look"] } },
      profiles: {
        careful: {
          rules: [
            rule({ max_invocations: 2, per: "task" }),
            { action: "fs", reason: "First.", max_invocations: 9, only_after: ["login", "pick"] },
            rule({ people: 1 }),
          ],
          budgets: [
            { tool: "other", calls: 1, per: "day" },
            { action: "fs", cost: 2.5, per: "hour" },
            { calls: 10, cost: 5, per: "day" },
            { tool: "read_file", calls: 3, per: "minute" },
          ],
        },
      },
    });
    expect(of("forbidden")).toEqual(["always (tool)*"]);
    expect(of("max_invocations")).toEqual([
      "3 a session (tool)*",
      "2 a task (profile careful, rule 1)*",
      "9 a session, all fs together (profile careful, rule 2)*",
    ]);
    expect(of("only_after")).toEqual([
      "fetch, look, in the same session (tool)*",
      "login, pick, in the same session (profile careful, rule 2)*",
    ]);
    expect(of("budget")).toEqual([
      "3 calls a minute, read_file (profile careful, budget 4)*",
      "2.5 in cost an hour, fs (profile careful, budget 2)*",
      "10 calls and 5 in cost a day, all calls together (profile careful, budget 3)*",
    ]);
  });
});
