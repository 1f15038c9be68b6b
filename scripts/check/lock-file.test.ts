import { expect, test } from "vitest";
import { findDownloadAddresses } from "./lock-file.ts";
import { pathsOfThisMachine } from "./machine-paths.ts";

test("a package with a download address is found, one without is not", () => {
  const lockFile = JSON.stringify({
    packages: {
      "": { name: "airlock" },
      "node_modules/zod": { version: "4.6.7", integrity: "sha512-…" },
      "node_modules/next": { version: "16.4.6", resolved: "https://registry.example.com/next.tgz" },
    },
  });
  expect(findDownloadAddresses(lockFile)).toEqual(["node_modules/next"]);
});

test("the clone and the home directory are searched for, a folder right below the root is not", () => {
  expect(pathsOfThisMachine("/home/ada/airlock", "/home/ada")).toEqual(["/home/ada/airlock", "/home/ada"]);
  expect(pathsOfThisMachine("/app", "/root")).toEqual([]);
});
