import { spawnSync } from "node:child_process";
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { execute as gitBranch } from "../git-branch/execute.ts";
import { execute as gitCommit } from "../git-commit/execute.ts";
import { execute as gitDiff } from "../git-diff/execute.ts";
import { execute as gitLog } from "../git-log/execute.ts";
import { context, testWorkspace } from "../workspace.fixture.ts";
import { branchName, pathIn, revision } from "./names.ts";
import { makeRepository, makeTwin, plainGit, setTraps, type Traps } from "./repository.fixture.ts";

const workspace = testWorkspace();

const HOOKS = [
  "post-checkout",
  "post-index-change",
  "reference-transaction",
  "pre-commit",
  "commit-msg",
  "post-commit",
];
const EXPECTED = [
  ...["by-include", "clean", "diff-command", "gpg", "hook-path", "process", "smudge", "textconv"],
  ...["sub-clean", "sub-fsmonitor"],
].sort();

/** Every way that we know of by which a repository has git run something in log, diff, branch, switch, add and commit. */
function makeHostile(traps: Traps): string {
  const directory = makeRepository(workspace);
  const config = (key: string, value: string) => plainGit(directory, "config", key, value);
  const inner = makeRepository(workspace, "repo/sub");
  plainGit(directory, "add", "sub");
  workspace.put("repo/.gitattributes", "*.c filter=own\n*.p filter=own.process=x\n*.d diff=own\n*.t diff=conv\n");
  for (const name of ["x.c", "x.p", "x.d", "x.t"]) workspace.put(`repo/${name}`, "one\n");
  plainGit(directory, "add", ".");
  plainGit(directory, "commit", "-q", "-m", "second");
  plainGit(directory, "switch", "-q", "-c", "other");
  for (const name of ["x.c", "x.p", "x.d", "x.t"]) workspace.put(`repo/${name}`, "two\n");
  plainGit(directory, "commit", "-q", "-a", "-m", "third");
  plainGit(directory, "switch", "-q", "main");
  for (const name of ["x.d", "x.t"]) workspace.put(`repo/${name}`, "three\n");
  workspace.put("repo/sub/.gitattributes", "* filter=inner\n");
  workspace.put("repo/sub/a.txt", "two\n");
  plainGit(inner, "config", "filter.inner.clean", traps.program("sub-clean", true));
  plainGit(inner, "config", "core.fsmonitor", traps.program("sub-fsmonitor"));

  config("core.hooksPath", join(workspace.outside, "hooks"));
  mkdirSync(join(workspace.outside, "hooks"));
  for (const hook of HOOKS) copyFileSync(traps.program("hook-path"), join(workspace.outside, "hooks", hook));
  config("filter.own.clean", traps.program("clean", true));
  config("filter.own.smudge", traps.program("smudge", true));
  appendFileSync(
    join(directory, ".git/config"),
    `[filter "own.process=x"]\n process = ${traps.program("process")}\n required = true\n`,
  );
  config("diff.own.command", traps.program("diff-command"));
  config("diff.conv.textconv", traps.program("textconv"));
  config("commit.gpgSign", "true");
  config("log.showSignature", "true");
  config("gpg.program", traps.program("gpg"));
  config("core.pager", traps.program("pager"));
  config("core.editor", traps.program("editor"));
  config("alias.log", `!${traps.program("alias")}`);
  config("diff.ignoreSubmodules", "none");
  workspace.put("repo/.git/more", `[core]\n fsmonitor = ${traps.program("by-include")}\n`);
  config("include.path", "more");
  // Racily clean files are read again, so the filters are asked.
  for (const name of ["x.c", "x.p"]) workspace.put(`repo/${name}`, "four\n");
  return directory;
}

/** What a person at this repository would do, whatever comes of each. */
function useBarely(directory: string): void {
  for (const args of [
    ...[
      ["log", "-p", "-1"],
      ["diff"],
      ["diff", "--", "x.d"],
      ["add", "-A", "."],
      ["commit", "-m", "by hand"],
      ["switch", "other"],
    ],
    ["commit", "--allow-empty", "-m", "by hand"],
    ["switch", "-f", "other"],
  ]) {
    const env = { PATH: "/usr/bin:/bin", GIT_CONFIG_NOSYSTEM: "1", GIT_CONFIG_GLOBAL: "/dev/null" } as object;
    spawnSync("git", ["-c", "user.name=x", "-c", "user.email=x@x", ...args], {
      cwd: directory,
      env: env as NodeJS.ProcessEnv,
      timeout: 20_000,
    });
  }
}

describe("a repository whose configuration names programs", () => {
  test("has them run by plain git: the control", () => {
    const traps = setTraps(workspace);
    const directory = makeHostile(traps);
    traps.clear();
    useBarely(directory);
    expect(traps.sprung()).toEqual(EXPECTED);
  });

  test("has nothing run by the tools, which work all the same", async () => {
    const traps = setTraps(workspace);
    const directory = makeHostile(traps);
    traps.clear();
    const repository = "repo";
    expect((await gitLog({ repository }, context)).commits.map(({ subject }) => subject)).toEqual(["second", "first"]);
    const diff = await gitDiff({ repository }, context);
    expect(diff.files.map(({ path }) => path)).toEqual(["x.c", "x.d", "x.p", "x.t"]);
    expect(diff.text).toContain("+three");
    await gitDiff({ repository, from: "main", to: "other" }, context);
    const call = { repository, paths: ["."], message: "by the tool" };
    expect((await gitCommit(call, context)).files).toEqual(["x.c", "x.d", "x.p", "x.t"]);
    await gitBranch({ repository, action: "create", name: "new" }, context);
    expect(await gitBranch({ repository, action: "switch", name: "other" }, context)).toMatchObject({
      branch: "other",
    });
    await gitBranch({ repository, action: "delete", name: "new" }, context).catch(() => undefined);
    expect(traps.sprung()).toEqual([]);
    expect(readFileSync(join(directory, "x.c"), "utf8")).toBe("two\n");
  });

  test("fetches no missing object by a program, as a partial clone would", async () => {
    const traps = setTraps(workspace);
    const directory = makeRepository(workspace);
    const blob = plainGit(directory, "rev-parse", "HEAD:a.txt").trim();
    rmSync(join(directory, ".git/objects", blob.slice(0, 2), blob.slice(2)));
    workspace.put("repo/a.txt", "two\n");
    for (const [key, value] of [
      ["core.repositoryFormatVersion", "1"],
      ["extensions.partialClone", "origin"],
      ["remote.origin.promisor", "true"],
      ["remote.origin.url", `ext::${traps.program("transport")} %S`],
      ["protocol.ext.allow", "always"],
    ] as const)
      plainGit(directory, "config", key, value);
    await expect(gitDiff({ repository: "repo" }, context)).rejects.toMatchObject({ code: "git_failed" });
    expect(traps.sprung()).toEqual([]);
    expect(() => plainGit(directory, "diff")).toThrow();
    expect(traps.sprung(), "control: plain git fetches").toEqual(["transport"]);
  });
});

describe("a repository that is somewhere else than it says", () => {
  test("by a work tree of its configuration: the files are those of the folder", async () => {
    const directory = makeRepository(workspace);
    plainGit(directory, "config", "core.worktree", workspace.outside);
    expect(plainGit(directory, "ls-files", "--others"), "control: plain git goes there").toBe("secret\n");
    expect(await gitDiff({ repository: "repo" }, context)).toMatchObject({ files: [], untracked: [] });
  });

  test("by a .git that is a link or a file, a link in it, or none of its own: it is refused", async () => {
    const directory = makeRepository(workspace);
    plainGit(workspace.outside, "init", "-q");
    const folder = (name: string) => join(workspace.path, name);
    for (const name of ["link", "file", "part", "none/deep"]) mkdirSync(folder(name), { recursive: true });
    symlinkSync(join(workspace.outside, ".git"), folder("link/.git"));
    writeFileSync(folder("file/.git"), `gitdir: ${workspace.outside}/.git\n`);
    plainGit(folder("part"), "init", "-q");
    rmSync(folder("part/.git/refs"), { recursive: true });
    symlinkSync(join(workspace.outside, ".git/refs"), folder("part/.git/refs"));
    mkdirSync(folder("shared"));
    plainGit(folder("shared"), "init", "-q");
    writeFileSync(folder("shared/.git/commondir"), `${directory}/.git\n`);
    for (const [name, code] of [
      ["shared", "repository_refused"],
      ["link", "repository_refused"],
      ["file", "repository_refused"],
      ["part", "repository_refused"],
      ["none/deep", "no_repository"],
      ["../outside", "path_refused"],
    ]) {
      // The control: plain git takes each of them for a repository, and works in another place.
      if (code === "repository_refused") plainGit(folder(name ?? ""), "rev-parse", "--git-dir");
      await expect(gitLog({ repository: name ?? "" }, context), name).rejects.toMatchObject({ code });
    }
  });
});

describe("a repository that hides a way out where a look would stop", () => {
  /** HEAD leads through a link, this many folders down. */
  function linkDeep(directory: string, depth: number): void {
    const way = Array.from({ length: depth }, () => "d").join("/");
    mkdirSync(join(directory, ".git/refs/heads", way), { recursive: true });
    symlinkSync(join(workspace.outside, ".git/refs/heads"), join(directory, ".git/refs/heads", way, "L"));
    writeFileSync(join(directory, ".git/HEAD"), `ref: refs/heads/${way}/L/main\n`);
  }

  test.each([10, 60, 200])("by a link %i folders down: it is refused", async (depth) => {
    const directory = makeRepository(workspace);
    const main = makeTwin(workspace, directory);
    const before = main();
    linkDeep(directory, depth);
    workspace.put("repo/a.txt", "two\n");
    const commit = { repository: "repo", paths: ["."], message: "x" };
    await expect(gitCommit(commit, context)).rejects.toMatchObject({ code: "repository_refused" });
    expect(main()).toBe(before);
    plainGit(directory, "commit", "-q", "-a", "-m", "through the link");
    expect(main(), "control: plain git moves the other's branch").not.toBe(before);
  });

  test("by more names in a folder than are looked at: it is refused", async () => {
    const directory = makeRepository(workspace);
    mkdirSync(join(directory, ".git/refs/many"));
    for (let index = 0; index <= 50_000; index += 1) {
      writeFileSync(join(directory, ".git/refs/many", `${index}.lock`), "");
    }
    await expect(gitLog({ repository: "repo" }, context)).rejects.toMatchObject({ code: "repository_refused" });
  }, 120_000);

  test.each(["alternates", "http-alternates"])("by objects/info/%s: it is refused", async (name) => {
    const directory = makeRepository(workspace);
    makeTwin(workspace, directory);
    plainGit(workspace.outside, "commit", "-q", "--allow-empty", "-m", "of somebody else");
    writeFileSync(join(directory, ".git/objects/info", name), `${workspace.outside}/.git/objects\n`);
    if (name === "alternates") {
      const foreign = plainGit(workspace.outside, "rev-parse", "HEAD").trim();
      expect(plainGit(directory, "cat-file", "-t", foreign), "control: plain git reads there").toBe("commit\n");
    }
    await expect(gitLog({ repository: "repo" }, context)).rejects.toMatchObject({ code: "repository_refused" });
  });

  test("a branch nested as deep as a name can be is no such thing", async () => {
    const directory = makeRepository(workspace);
    const name = Array.from({ length: 100 }, () => "d").join("/");
    expect(await gitBranch({ repository: "repo", action: "create", name }, context)).toMatchObject({ branch: "main" });
    expect((await gitLog({ repository: "repo" }, context)).branches).toEqual([name, "main"]);
    await gitBranch({ repository: "repo", action: "delete", name }, context);
    expect(existsSync(join(directory, ".git/refs/heads/d")), "no empty folders are left").toBe(false);
    expect(await gitBranch({ repository: "repo", action: "create", name: "d" }, context)).toMatchObject({});
  });
});

describe("names that are made to be taken for something else", () => {
  test.each(["--output=owned", "-O/x", "--ext-diff", "a..b", "HEAD:a.txt", "x\ny", "", "a b", ":/x"])(
    "the revision %j is refused",
    (text) => expect(() => revision(text)).toThrow(expect.objectContaining({ code: "bad_revision" })),
  );

  test.each(["--upload-pack=x", "-D", "a..b", "a.lock", "a/", "/a", "HEAD", "a b", "a//b", "a/.b", "x\u001b[31m"])(
    "the branch %j is refused",
    (text) => expect(() => branchName(text)).toThrow(expect.objectContaining({ code: "bad_branch" })),
  );

  test.each([".git/config", "../outside/secret", "/etc/passwd", ".GIT/hooks", "sub/../../x"])(
    "the path %s is refused",
    (text) =>
      expect(() => pathIn(join(workspace.path, "repo"), text)).toThrow(
        expect.objectContaining({ code: "path_refused" }),
      ),
  );

  test.each(["HEAD", "HEAD~2", "v1.0^{}", "main@{1}", "origin/main", "9fceb02"])("the revision %s passes", (text) =>
    expect(revision(text)).toBe(text),
  );

  test("the tools ask for them", async () => {
    makeRepository(workspace);
    const [repository, bad] = ["repo", "--output=owned"];
    await expect(gitLog({ repository, revision: bad }, context)).rejects.toMatchObject({ code: "bad_revision" });
    await expect(gitDiff({ repository, from: bad }, context)).rejects.toMatchObject({ code: "bad_revision" });
    await expect(gitDiff({ repository, to: bad }, context)).rejects.toMatchObject({ code: "bad_revision" });
    await expect(gitDiff({ repository, paths: ["../a"] }, context)).rejects.toMatchObject({ code: "path_refused" });
    const create = { repository, action: "create" as const };
    await expect(gitBranch({ ...create, name: bad }, context)).rejects.toMatchObject({ code: "bad_branch" });
    await expect(gitBranch({ ...create, name: "a", startPoint: bad }, context)).rejects.toMatchObject({
      code: "bad_revision",
    });
    const commit = { repository, paths: [".git"], message: "x" };
    await expect(gitCommit(commit, context)).rejects.toMatchObject({ code: "path_refused" });
  });

  test("control: an option in the place of a revision is taken by plain git", () => {
    const directory = makeRepository(workspace);
    workspace.put("repo/a.txt", "two\n");
    plainGit(directory, "diff", "--output=owned");
    expect(existsSync(join(directory, "owned"))).toBe(true);
  });

  test("a file called like an option, a pattern, or with a line end and an escape in it stays a file", async () => {
    makeRepository(workspace);
    const names = ["--all", ":(glob)**", "a\nb", "\u001b[2J", "*"];
    for (const name of names) workspace.put(`repo/${name}`, "x\n");
    const { files } = await gitCommit({ repository: "repo", paths: names, message: "odd" }, context);
    expect(files).toEqual([...names].sort());
    const [last] = (await gitLog({ repository: "repo", path: "*" }, context)).commits;
    expect(last?.subject).toBe("odd");
    const diff = await gitDiff({ repository: "repo", from: "HEAD~1", to: "HEAD" }, context);
    expect(diff.files.map(({ path }) => path).sort()).toEqual([...names].sort());
    expect(diff.text).not.toContain("\u001b");
  });
});
