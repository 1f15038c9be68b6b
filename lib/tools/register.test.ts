import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { judgeClasses } from "#lib/policy/decision/judge-classes.ts";
import { POLICY_AS_SHIPPED } from "#lib/policy/document/as-shipped.ts";
import { hashDefinition } from "#lib/registry/hash.ts";
import { SHIPPED_TOOLS } from "./index.ts";
import { type Registration, type ShippedToolSettings, shippedTools } from "./register.ts";

describe("the shipped tools", () => {
  test("each comes as a contract that names exactly the code beside it", async () => {
    const registrations = await shippedTools();
    expect(registrations.map(({ contract }) => contract.name)).toEqual(SHIPPED_TOOLS.map(({ name }) => name));
    for (const { contract, bundle } of registrations) {
      const sha256 = bundle && createHash("sha256").update(bundle.code).digest("hex");
      if (sha256) expect(contract.runtime).toEqual({ kind: "bundle", sha256 });
      else expect(contract.runtime, "what has no code is Airlock's own").toMatchObject({ kind: "platform" });
    }
  });

  test("leave nothing of their policy unspecified", async () => {
    for (const { contract } of await shippedTools()) {
      expect(Object.keys(contract.policy).sort()).toEqual([
        "environment",
        "exec",
        "filesystem",
        "limits",
        "network",
        "risk",
      ]);
    }
  });

  test("are quiet under the scanner", async () => {
    for (const { contract, findings } of await shippedTools())
      expect([contract.name, findings]).toEqual([contract.name, []]);
  });

  test("an installation's own hosts replace the demo's, and are part of the definition hash", async () => {
    const fetching = ({ contract }: Registration) => contract.name === "http_fetch";
    const demo = (await shippedTools()).find(fetching);
    const own = (await shippedTools({ fetchHosts: ["127.0.0.1:8080"] })).find(fetching);
    expect(own?.contract.policy.network).toEqual({ mode: "allowlist", hosts: ["127.0.0.1:8080"] });
    expect(own && demo && hashDefinition(own.contract) !== hashDefinition(demo.contract)).toBe(true);
  });

  test("where repositories may come from is an installation's to say: hosts and credentials stand in the contract", async () => {
    const cloning = async (gitClone: ShippedToolSettings["gitClone"]) =>
      (await shippedTools(gitClone ? { gitClone } : {})).find(({ contract }) => contract.name === "git_clone")
        ?.contract;
    expect(await cloning(undefined)).not.toHaveProperty("requires");
    const own = await cloning({
      hostname_allowlist: ["git.internal.example", "10.1.0.0/16"],
      ...{ dns_rebinding_mitigation: true, ssh: true, ca: true },
    });
    expect(own?.policy.network).toEqual({
      mode: "allowlist",
      hosts: ["git.internal.example:443", "git.internal.example:22", "10.1.0.0/16:443", "10.1.0.0/16:22"],
    });
    expect(own?.requires).toEqual({ secrets: ["git.ssh_key", "git.known_hosts", "git.ca"] });
  });

  test("those that change something wait for a person by their classes, those that only look do not", async () => {
    const waiting = (await shippedTools()).flatMap(({ contract }) =>
      judgeClasses(POLICY_AS_SHIPPED.classes, contract, false).some(({ concluded }) => concluded === "hold")
        ? [contract.name]
        : [],
    );
    expect(waiting).toEqual([
      ...["write_file", "edit_file", "delete_file", "git_branch", "git_commit"],
      ...["run_python", "run_node", "run_command"],
      ...["make_chart", "make_mockup", "memory_store", "notify"],
    ]);
  });
});
