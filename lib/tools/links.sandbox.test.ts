import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ACCESS_GRANTS } from "#lib/policy/access-level.ts";
import { type Ground, openGround, outcomeOf } from "#lib/sandbox/hostile-fixture.ts";
import { type Registration, shippedTools } from "./register.ts";

/** The shipped code as it runs: in the sandbox, with the agent's workspace and a project beside it. */

let ground: Ground;
let tools: Registration[];
beforeAll(async () => {
  ground = await openGround();
  tools = await shippedTools();
  for (const path of ["workspace/own", "project/hooks"])
    mkdirSync(join(ground.directory, path), { recursive: true, mode: 0o777 });
  writeFileSync(join(ground.directory, "project/hooks/secret"), "of the project");
  symlinkSync("/project/hooks", join(ground.directory, "workspace/out"));
});
afterAll(() => ground.close());

async function call(name: string, input: unknown): Promise<unknown> {
  const tool = tools.find(({ contract }) => contract.name === name);
  if (!tool) throw new Error(`There is no ${name}.`);
  const { runtime, directory } = ground;
  const bundlePath = join(directory, `${name}.mjs`);
  writeFileSync(bundlePath, tool.bundle.code);
  const plan = runtime.plan({
    policy: tool.contract.policy,
    grant: ACCESS_GRANTS.elevated,
    roots: { workspace: join(directory, "workspace"), project: join(directory, "project") },
    command: { kind: "bundle", sha256: tool.bundle.sha256 },
  });
  if (!plan.ok) throw new Error(`${plan.code}: ${plan.message}`);
  const stdin = JSON.stringify({ input, context: { idempotencyKey: "k", agentId: "a" } });
  return outcomeOf(await runtime.run(plan.value, { stdin, bundlePath }));
}

describe("the file tools in the sandbox", () => {
  test("write and read where the path says", async () => {
    const path = "/workspace/own/new/a.txt";
    expect(await call("write_file", { path, content: "x", createDirectories: true })).toEqual({
      path,
      bytes: 1,
      replaced: false,
    });
    expect(await call("read_file", { path })).toMatchObject({ path, text: "x" });
  });

  test("do not follow a link that an earlier call left in the workspace", async () => {
    const refusal = { message: "/workspace/out is a link, and no path may lead through one." };
    expect(await call("read_file", { path: "/project/hooks/secret" }), "control: it is there to be read").toMatchObject(
      {
        text: "of the project",
      },
    );
    expect(await call("read_file", { path: "/workspace/out/secret" })).toMatchObject(refusal);
    expect(await call("write_file", { path: "/workspace/out/pre-commit", content: "x" })).toMatchObject(refusal);
    expect(readdirSync(join(ground.directory, "project/hooks"))).toEqual(["secret"]);
  });
});
