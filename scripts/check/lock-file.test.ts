import { expect, test } from "vitest";
import { findLockFaults } from "./lock-file.ts";
import { pathsOfThisMachine } from "./machine-paths.ts";

function lockOf(packages: Record<string, object>): string {
  return JSON.stringify({ packages });
}

test("a package with a download address is a fault, one without is not", () => {
  const faults = findLockFaults(
    lockOf({
      "": {},
      "node_modules/zod": { version: "4.6.7", integrity: "sha512-…" },
      "node_modules/next": { version: "16.4.6", resolved: "https://registry.example.com/next.tgz" },
    }),
  );
  expect(faults).toEqual(["node_modules/next names a download address"]);
});

test("a dependency that is not locked anywhere above is a fault, also an optional one of another platform", () => {
  const faults = findLockFaults(
    lockOf({
      "": { dependencies: { next: "16.4.6" } },
      "node_modules/next": { optionalDependencies: { "@next/swc-a": "16.4.6", "@next/swc-b": "16.4.6" } },
      "node_modules/next/node_modules/@next/swc-a": { dependencies: { deep: "1.0.0" } },
      "node_modules/deep": {},
    }),
  );
  expect(faults).toEqual(["node_modules/next needs @next/swc-b, which is not locked"]);
});

test("the clone and the home directory are searched for, a folder right below the root is not", () => {
  expect(pathsOfThisMachine("/home/ada/airlock", "/home/ada")).toEqual(["/home/ada/airlock", "/home/ada"]);
  expect(pathsOfThisMachine("/app", "/root")).toEqual([]);
});
