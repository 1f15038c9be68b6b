import { expect, test } from "vitest";
import { BubblewrapBackend } from "#lib/sandbox/bubblewrap/backend.ts";
import { probeMachine } from "#lib/sandbox/machine.ts";
import { openSandboxRuntime } from "#lib/sandbox/open-runtime.ts";
import { selfTestReportSchema } from "./report.ts";
import { testBackend } from "./test-backend.ts";

test("bubblewrap proves itself here, check by check", async () => {
  const runtime = await openSandboxRuntime({ nodePath: process.execPath });
  await runtime.close();
  const [report] = runtime.reports;
  expect(selfTestReportSchema.parse(report)).toEqual(report);
  expect(report?.checks.filter(({ holds }) => !holds)).toEqual([]);
  expect(report).toMatchObject({ name: "bubblewrap", offered: true });
  expect(report?.checks.length).toBeGreaterThan(10);
});

test("a launcher that does not start is not offered", async () => {
  const machine = probeMachine(process.execPath);
  const broken = { ...machine, bubblewrap: { path: "/bin/false", version: "1", bindFd: true, disableUserns: true } };
  const backend = await BubblewrapBackend.open(broken);
  expect(await testBackend(backend, broken)).toMatchObject({ offered: false, tier: "none" });
  await backend.close();
});
