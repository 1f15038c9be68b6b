import { expect, test } from "vitest";
import { DenyAllSandbox } from "./deny-all.ts";
import { sandboxResultSchema } from "./result.ts";

test("the default refuses every plan and every run, and says why", async () => {
  const sandbox = new DenyAllSandbox("bubblewrap is not installed.");
  expect(sandbox.plan()).toMatchObject({
    ok: false,
    code: "no_sandbox",
    message: expect.stringContaining("not installed"),
  });
  const result = await sandbox.run();
  expect(sandboxResultSchema.parse(result)).toEqual(result);
  expect(result).toMatchObject({ backend: "deny-all", exitCode: null, error: { code: "no_sandbox" } });
});
