import { expect, test } from "vitest";
import { takeSettings } from "./take-settings.ts";

test("of a repository's configuration only how files look and which branch follows which is taken", () => {
  const harmless = ["core.filemode\nfalse", "core.autocrlf\ninput", "core.ignorecase"];
  const upstream = [
    "branch.a\tb.remote\norigin",
    "branch.a\tb.merge\nrefs/heads/a",
    "remote.origin.fetch\n+refs/*:refs/*",
  ];
  const others = [
    ...[
      "core.fsmonitor\nx",
      "core.hookspath\nx",
      "core.sshcommand\nx",
      "core.worktree\n/",
      "core.alternaterefscommand\nx",
    ],
    ...[
      "filter.x.clean\nx",
      "filter.core.eol.process\nx",
      "include.path\nx",
      "includeif.gitdir:/.path\nx",
      "alias.log\n!x",
    ],
    ...["url.https://x/.insteadof\ny", "http.proxy\nx", "remote.origin.url\nx", "remote.origin.uploadpack\nx"],
    ...["remote.https://x/y.fetch\nx", "branch.a.mergeoptions\nx", "diff.x.textconv\nx", "index.recordoffsettable\nx"],
  ];
  const { settings } = takeSettings([...others, ...harmless, ...upstream]);
  expect(settings.map(({ name }) => name)).toEqual([
    ...["core.filemode", "core.autocrlf", "core.ignorecase"],
    ...["branch.a\tb.remote", "branch.a\tb.merge", "remote.origin.fetch"],
  ]);
  expect(settings.at(2)?.value, "a name without a value is a yes").toBe("true");
});

test("more settings than a command can be given are left out", () => {
  const many = Array.from({ length: 5000 }, (_, index) => `branch.b${index}.remote\norigin`);
  const { settings } = takeSettings([...many, "core.eol\nlf", `branch.${"x".repeat(2000)}.remote\norigin`]);
  expect(settings).toHaveLength(1000);
  expect(settings[0]).toEqual({ name: "core.eol", value: "lf" });
});

test.each(["core.repositoryformatversion\n2", "extensions.refstorage\nreftable", "extensions.new\ntrue"])(
  "a layout that is not known is refused: %j",
  (field) => expect(() => takeSettings([field])).toThrow(expect.objectContaining({ code: "repository_refused" })),
);

test("the form of the hashes is the repository's", () => {
  expect(takeSettings(["core.repositoryformatversion\n1", "extensions.objectformat\nsha256"]).objectFormat).toBe(
    "sha256",
  );
  expect(takeSettings([]).objectFormat).toBe("sha1");
});
