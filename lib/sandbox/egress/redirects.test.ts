import { expect, test } from "vitest";
import { needsLowPorts, networkFiles, planRedirects } from "./redirects.ts";

test("each name has one address, on all of its ports; two names never share one", () => {
  const redirects = planRedirects(["db.test:5432", "DB.test:6432", "git.test:22", "db.test:5432"]);
  expect(redirects).toEqual([
    { name: "db.test", address: "127.77.0.1", port: 5432 },
    { name: "db.test", address: "127.77.0.1", port: 6432 },
    { name: "git.test", address: "127.77.0.2", port: 22 },
  ]);
  expect(networkFiles(redirects)["/etc/hosts"]?.split("\n")).toEqual([
    ...["127.0.0.1 localhost sandbox", "::1 localhost", "127.77.0.1 db.test", "127.77.0.2 git.test", ""],
  ]);
});

test("patterns, networks, addresses and our own name have none", () => {
  expect(
    planRedirects([
      "*.cdn.test:443",
      "10.1.0.0/16:5432",
      "10.0.0.1:22",
      "[fd12::]/32:443",
      "localhost:80",
      "bad host:1",
    ]),
  ).toEqual([]);
});

test("a name cannot add a line to the hosts file", () => {
  expect(planRedirects(["a.test\n127.0.0.1 b.test:80", "a.test b.test:80", "a.test#:80"])).toEqual([]);
});

test("only ports that the kernel guards ask for more than listening", () => {
  expect(needsLowPorts(planRedirects(["db.test:5432"]))).toBe(false);
  expect(needsLowPorts(planRedirects(["db.test:5432", "git.test:22"]))).toBe(true);
});

test("a long list is cut: the listeners are descriptors of the tool's own process", () => {
  expect(planRedirects(Array.from({ length: 300 }, (_, index) => `h${index}.test:5432`))).toHaveLength(64);
});
