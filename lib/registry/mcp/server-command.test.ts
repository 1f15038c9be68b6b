import { describe, expect, test } from "vitest";
import { commandOf, programOf } from "./server-command.ts";

describe("the program of a command line", () => {
  test.each([
    [["node", "/opt/s/index.js", "/srv/data"], "/opt/s/index.js"],
    [["node", "--no-warnings", "--max-old-space-size=64", "/opt/s/index.js"], "/opt/s/index.js"],
    [["/usr/bin/python3", "-u", "/opt/s/main.py"], "/opt/s/main.py"],
    [["deno", "run", "-A", "--allow-read=/srv/data", "/opt/s/main.ts"], "/opt/s/main.ts"],
    [["bun", "/opt/s/main.ts"], "/opt/s/main.ts"],
    [["/opt/s/server", "/srv/data"], "/opt/s/server"],
    [["/opt/venv/bin/python3", "/srv/data/x.py"], "/opt/venv/bin/python3"],
    [["node", "/opt/s/../../srv/data/x.js"], "/srv/data/x.js"],
  ])("%j is %s", (argv, program) => {
    expect(programOf(commandOf(argv))).toBe(program);
  });

  test.each([
    [["mcp-server-filesystem", "/srv/data"]],
    [["npx", "-y", "pkg", "/srv/data"]],
    [["sh", "-c", "cat", "/srv/data"]],
    [["node", "-e", "1", "/srv/data"]],
    [["node", "-pe", "1", "/srv/data"]],
    [["node", "--eval=1", "/srv/data"]],
    [["node", "--import=data:text/javascript,1", "/srv/data/list.csv"]],
    [["node", "-", "/srv/data/list.csv"]],
    [["node", "server.js", "/srv/data/list.csv"]],
    [["python3", "-c", "1", "/srv/data"]],
    [["python", "-Im", "server", "/srv/data"]],
    [["deno", "eval", "1", "/srv/data"]],
    [["node", "--no-warnings"]],
    [["node"]],
  ])("%j has none: every path in it is data", (argv) => {
    expect(programOf(commandOf(argv))).toBeUndefined();
  });
});
