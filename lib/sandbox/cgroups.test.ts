import { describe, expect, test } from "vitest";
import { parseHierarchies } from "./cgroups.ts";
import { parseBubblewrap, userNamespacesAllowed } from "./machine.ts";

describe("control groups as machines mount them", () => {
  test("version 1, with our own group below the root", () => {
    const mounts = [
      "30 25 0:26 / /sys/fs/cgroup/memory rw,relatime - cgroup cgroup rw,memory",
      "31 25 0:27 / /sys/fs/cgroup/cpu,cpuacct rw,relatime - cgroup cgroup rw,cpu,cpuacct",
      "32 25 0:28 / /sys/fs/cgroup/freezer rw,relatime - cgroup cgroup rw,freezer",
    ].join("\n");
    expect(parseHierarchies(mounts, "4:memory:/jobs/7\n3:cpu,cpuacct:/\n2:freezer:/\n")).toEqual([
      { version: 1, controllers: ["memory"], directory: "/sys/fs/cgroup/memory/jobs/7" },
      { version: 1, controllers: ["cpu", "cpuacct"], directory: "/sys/fs/cgroup/cpu,cpuacct" },
    ]);
  });

  test("version 2, on a machine and in a container that sees only its part", () => {
    const line = (root: string) => `30 25 0:26 ${root} /sys/fs/cgroup rw,nosuid shared:4 - cgroup2 cgroup2 rw`;
    expect(parseHierarchies(line("/"), "0::/user.slice/a\n")).toEqual([
      { version: 2, controllers: [], directory: "/sys/fs/cgroup/user.slice/a" },
    ]);
    expect(parseHierarchies(line("/docker/x"), "0::/docker/x\n")).toEqual([
      { version: 2, controllers: [], directory: "/sys/fs/cgroup" },
    ]);
    expect(parseHierarchies(line("/"), "0::/\n")).toMatchObject([{ directory: "/sys/fs/cgroup" }]);
  });

  test("nothing mounted, nothing found", () => {
    expect(parseHierarchies("22 1 8:1 / / rw - ext4 /dev/vda rw\n", "0::/\n")).toEqual([]);
  });
});

describe("bubblewrap", () => {
  const help =
    "usage: bwrap [OPTIONS...]\n    --disable-userns   Disable\n    --bind-fd FD DEST  Bind\n    --ro-bind-fd FD DEST  Bind\n";

  test("its flags are read from its help, by whole words", () => {
    expect(parseBubblewrap("/usr/bin/bwrap", "bubblewrap 0.8.0\n", help)).toEqual({
      path: "/usr/bin/bwrap",
      version: "0.8.0",
      bindFd: true,
      disableUserns: true,
    });
    expect(parseBubblewrap("/b", "bubblewrap 0.4.1", "    --bind SRC DEST\n    --sync-fd FD\n")).toMatchObject({
      bindFd: false,
      disableUserns: false,
    });
  });
});

describe("user namespaces", () => {
  const reader = (values: Record<string, string>) => (name: string) => values[name] ?? null;
  test.each([
    [{ "user/max_user_namespaces": "1000" }, true],
    [{ "user/max_user_namespaces": "0" }, false],
    [{ "user/max_user_namespaces": "1000", "kernel/unprivileged_userns_clone": "0" }, false],
    [{}, false],
  ])("%j: %s", (values, allowed) =>
    expect(userNamespacesAllowed(reader(values as Record<string, string>))).toBe(allowed),
  );
});
