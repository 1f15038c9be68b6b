import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  ACCESS_GRANTS,
  type AccessGrant,
  accessGrantSchema,
  commandsOf,
  meetGrants,
  RESTRICTED_COMMANDS,
} from "./access-level.ts";

const { sandboxed, restricted, standard, elevated } = ACCESS_GRANTS;

const grant: fc.Arbitrary<AccessGrant> = fc
  .record(
    {
      file_system: fc.constantFrom("workspace_only", "project_directory", "full"),
      network: fc.constantFrom("none", "allowlist_only", "open"),
      git: fc.constantFrom("local_only", "read_and_branch", "full"),
      terminal: fc.constantFrom("none", "restricted_commands", "full"),
      deployment: fc.boolean(),
      requires_approval: fc.subarray(["deploy", "db:mutate", "vcs:push"]),
      commands: fc.subarray(["cat", "ls", "git", "make"]),
    },
    { requiredKeys: [] },
  )
  .map((fields) => accessGrantSchema.parse(fields));

/** Everything that a grant gives, as words, so that less is fewer of them. */
function given(one: AccessGrant): Set<string> {
  const steps = (field: "file_system" | "network" | "git" | "terminal"): string[] => {
    const order: readonly string[] = accessGrantSchema.shape[field].unwrap().options;
    return order.slice(1, order.indexOf(one[field]) + 1).map((value) => `${field} ${value}`);
  };
  const programs = commandsOf(one) ?? [...RESTRICTED_COMMANDS, "git", "make", "anything else"];
  return new Set([
    ...steps("file_system"),
    ...steps("network"),
    ...steps("git"),
    ...steps("terminal"),
    ...programs.map((name) => `program ${name}`),
    ...(one.deployment ? ["deployment"] : []),
    ...["deploy", "db:mutate", "vcs:push"]
      .filter((it) => !one.requires_approval.includes(it))
      .map((it) => `free ${it}`),
  ]);
}

describe("two grants met", () => {
  test("give what both give: nothing more, and nothing less", () => {
    fc.assert(
      fc.property(grant, grant, (a, b) => {
        const both = [...given(a)].filter((one) => given(b).has(one)).sort();
        expect([...given(meetGrants(a, b))].sort()).toEqual(both);
      }),
      { numRuns: 300, seed: 3 },
    );
  });

  test("some fields narrow those, and leave the others", () => {
    expect(meetGrants(elevated, {})).toEqual(elevated);
    expect(meetGrants(elevated, { git: "local_only", deployment: false })).toEqual({
      ...elevated,
      ...{ git: "local_only", deployment: false },
    });
    expect(meetGrants(sandboxed, { network: "open", terminal: "full" })).toEqual(sandboxed);
    expect(meetGrants(restricted, { requires_approval: ["vcs:push", "deploy"] }).requires_approval).toEqual([
      ...["deploy", "db:mutate", "vcs:push"],
    ]);
  });

  test("of commands those that both list; a list alone binds a full terminal", () => {
    expect(commandsOf(sandboxed)).toEqual([]);
    expect(commandsOf(elevated)).toBeNull();
    expect(commandsOf(standard)).toBe(RESTRICTED_COMMANDS);
    expect(commandsOf(meetGrants(elevated, { commands: ["git"] }))).toEqual(["git"]);
    // What a level means when it lists nothing is no more than those.
    expect(commandsOf(meetGrants(standard, { commands: ["git", "cat"] }))).toEqual(["cat"]);
    expect(commandsOf(meetGrants({ ...elevated, commands: ["git", "cat"] }, standard))).toEqual(["cat"]);
  });

  test("what is listed is a name, never a path and never a shell", () => {
    for (const commands of [["/bin/cat"], ["../cat"], [""], ["-x"], ["a b"], ["cat\0"]]) {
      expect(accessGrantSchema.safeParse({ commands }).success).toBe(false);
    }
    expect(
      ["sh", "bash", "env", "python3", "perl", "node", "xargs"].filter((it) => RESTRICTED_COMMANDS.includes(it)),
    ).toEqual([]);
  });
});
