import { spawnSync } from "node:child_process";
import { appendFileSync, existsSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { execute as gitBranch } from "../git-branch/execute.ts";
import { type GitServer, serveRepositories } from "../git-clone/git-server.fixture.ts";
import { execute as gitCommit } from "../git-commit/execute.ts";
import { execute as gitLog } from "../git-log/execute.ts";
import { execute as gitPush } from "../git-push/execute.ts";
import { context, testWorkspace } from "../workspace.fixture.ts";
import { hardenedArguments } from "./hardened.ts";
import { makeRepository, makeTwin, plainGit, setTraps } from "./repository.fixture.ts";

/** What another call of the agent does to the repository right before one of the tool's own git commands. */
const other = vi.hoisted(() => ({ before: "", does: () => {}, did: 0 }));
vi.mock(import("./run-git.ts"), async (original) => {
  const real = await original();
  return {
    ...real,
    runGit: (run) => {
      if (run.args[0] === other.before) {
        other.did += 1;
        other.does();
      }
      return real.runGit(run);
    },
  };
});

const workspace = testWorkspace();
const repository = "repo";
const commit = { repository, paths: ["."], message: "by the tool" };

beforeEach(() => Object.assign(other, { before: "", does: () => {}, did: 0 }));

/** git with all our settings, but in the repository's own folder: what the tools did before they worked in a copy. */
function inPlace(directory: string, ...args: string[]): string {
  const variables = { GIT_DIR: join(directory, ".git"), GIT_WORK_TREE: directory };
  const settings = [{ name: "url.http://api.test:443/.insteadOf", value: "https://api.test/" }];
  const all = hardenedArguments({ args, variables, settings, transports: [] });
  const identity = ["GIT_COMMITTER_NAME=x", "GIT_COMMITTER_EMAIL=x@x"];
  const argv = all[0] === "-i" ? ["-i", ...identity, ...all.slice(1)] : all;
  return spawnSync("/usr/bin/env", argv, { cwd: directory, encoding: "utf8", timeout: 20_000 }).stdout;
}

describe("a repository that another call changes between two commands of a tool", () => {
  test.each(["update-index", "read-tree", "diff-files"])("runs no filter that is named before %s", async (before) => {
    const traps = setTraps(workspace);
    const directory = makeRepository(workspace);
    workspace.put("repo/.gitattributes", "* filter=late\n");
    workspace.put("repo/a.txt", "two\n");
    const does = () =>
      appendFileSync(join(directory, ".git/config"), `[filter "late"]\n clean = ${traps.program("clean", true)}\n`);
    Object.assign(other, { before, does });
    expect(await gitCommit(commit, context)).toMatchObject({ fileCount: 2 });
    expect(other.did).toBeGreaterThan(0);
    expect(traps.sprung()).toEqual([]);
    workspace.put("repo/a.txt", "three\n");
    inPlace(directory, "update-index", "a.txt");
    expect(traps.sprung(), "control: git in the repository itself runs it").toEqual(["clean"]);
  });

  test.each(["update-ref", "commit-tree", "rev-parse"])(
    "moves no branch of another through a link made before %s",
    async (before) => {
      const directory = makeRepository(workspace);
      const main = makeTwin(workspace, directory);
      const [heads, first] = [join(directory, ".git/refs/heads"), main().trim()];
      const later = plainGit(directory, "commit-tree", "-p", first, "-m", "later", `${first}^{tree}`).trim();
      workspace.put("repo/a.txt", "two\n");
      const does = () => {
        if (existsSync(`${heads}-away`)) return;
        renameSync(heads, `${heads}-away`);
        symlinkSync(join(workspace.outside, ".git/refs/heads"), heads);
      };
      Object.assign(other, { before, does });
      await expect(gitCommit(commit, context)).rejects.toThrow();
      expect(main()).toBe(`${first}\n`);
      inPlace(directory, "update-ref", "HEAD", later);
      expect(main(), "control: git in the repository itself moves it").toBe(`${later}\n`);
    },
  );

  test("is refused if a link comes after the first look and before the copy", async () => {
    const directory = makeRepository(workspace);
    const does = () => symlinkSync(workspace.outside, join(directory, ".git/refs/heads/link"));
    Object.assign(other, { before: "init", does });
    await expect(gitLog({ repository }, context)).rejects.toMatchObject({ code: "repository_refused" });
    expect(other.did).toBe(1);
  });

  test("keeps its branch where somebody else put it, and other gits away while the tool works", async () => {
    const directory = makeRepository(workspace);
    const first = plainGit(directory, "rev-parse", "HEAD").trim();
    const elsewhere = plainGit(directory, "commit-tree", "-p", first, "-m", "elsewhere", `${first}^{tree}`).trim();
    workspace.put("repo/a.txt", "two\n");
    const refused: boolean[] = [];
    const does = () => {
      const { status } = spawnSync("git", ["commit", "-q", "--allow-empty", "-m", "meanwhile"], { cwd: directory });
      refused.push(status !== 0);
      writeFileSync(join(directory, ".git/refs/heads/main"), `${elsewhere}\n`);
    };
    Object.assign(other, { before: "commit-tree", does });
    await expect(gitCommit(commit, context)).rejects.toThrow("changed meanwhile");
    expect(refused).toEqual([true]);
    expect(plainGit(directory, "rev-parse", "main").trim()).toBe(elsewhere);
    other.before = "";
    expect(await gitCommit(commit, context), "no lock is left").toMatchObject({ branch: "main" });
  });

  test("keeps a packed branch, its log and its index in order through the tools", async () => {
    const directory = makeRepository(workspace);
    plainGit(directory, "branch", "side/one");
    plainGit(directory, "pack-refs", "--all");
    workspace.put("repo/a.txt", "two\n");
    const { commit: made } = await gitCommit(commit, context);
    await gitBranch({ repository, action: "delete", name: "side/one" }, context);
    expect(plainGit(directory, "for-each-ref", "--format=%(objectname) %(refname)")).toBe(`${made} refs/heads/main\n`);
    expect(plainGit(directory, "reflog", "-1", "--format=%gs", "main")).toBe("commit by an agent\n");
    expect(plainGit(directory, "status", "--porcelain")).toBe("");
    expect(plainGit(directory, "fsck", "--strict")).toBe("");
  });
});

describe("a push", () => {
  let server: GitServer;
  const url = "https://api.test/shop.git";

  beforeEach(async () => {
    for (const name of ["shop.git", "attacker/shop.git"]) {
      plainGit(workspace.outside, "init", "-q", "--bare", "-b", "main", name);
      plainGit(join(workspace.outside, name), "config", "http.receivepack", "true");
    }
    server = await serveRepositories(workspace.outside);
    vi.stubEnv("http_proxy", server.proxy);
  });
  afterEach(async () => {
    vi.unstubAllEnvs();
    await server.close();
  });

  const branches = (name: string) =>
    plainGit(join(workspace.outside, name), "for-each-ref", "--format=%(objectname) %(refname)");

  test("goes to the address of the call with the commit that is reported, whatever another call swaps", async () => {
    const directory = makeRepository(workspace);
    const first = plainGit(directory, "rev-parse", "HEAD").trim();
    const later = plainGit(directory, "commit-tree", "-p", first, "-m", "later", `${first}^{tree}`).trim();
    const does = () => {
      const steering =
        '[url "http://api.test:443/attacker/"]\n insteadOf = https://api.test/shop\n pushInsteadOf = https://api.test/\n';
      appendFileSync(join(directory, ".git/config"), `${steering} insteadOf = https://api.test/s\n`);
      writeFileSync(join(directory, ".git/refs/heads/main"), `${later}\n`);
    };
    Object.assign(other, { before: "push", does });
    expect(await gitPush({ repository, url, branch: "main" }, context)).toMatchObject({
      commit: first,
      did: "created",
    });
    expect(other.did).toBe(1);
    expect(branches("shop.git")).toBe(`${first} refs/heads/main\n`);
    expect(branches("attacker/shop.git")).toBe("");
    expect(
      inPlace(directory, "ls-remote", "--get-url", url),
      "control: git in the repository itself is steered",
    ).toContain("/attacker/");
    // And from then on, with such a configuration from the start: it is nobody's business.
    expect(await gitPush({ repository, url, branch: "main" }, context)).toMatchObject({ commit: later, did: "moved" });
    expect(branches("attacker/shop.git")).toBe("");
  });

  test("of a clone without its history, a branch of another name, and one that replaces", async () => {
    const origin = makeRepository(workspace, "origin");
    plainGit(origin, "commit", "-q", "--allow-empty", "-m", "second");
    plainGit(origin, "push", "-q", join(workspace.outside, "shop.git"), "main");
    plainGit(workspace.path, "clone", "-q", "--depth=1", `file://${join(workspace.outside, "shop.git")}`, "repo");
    workspace.put("repo/a.txt", "two\n");
    const { commit: made } = await gitCommit(commit, context);
    expect(await gitPush({ repository, url, branch: "main" }, context)).toMatchObject({ commit: made, did: "moved" });
    expect(await gitPush({ repository, url, branch: "main", to: "x/y" }, context)).toMatchObject({ did: "created" });
    plainGit(join(workspace.path, repository), "commit", "-q", "--amend", "--allow-empty", "-m", "other");
    const again = { repository, url, branch: "main" };
    await expect(gitPush(again, context)).rejects.toMatchObject({ code: "push_rejected" });
    expect(await gitPush({ ...again, expects: made }, context)).toMatchObject({ did: "replaced" });
    await expect(gitPush({ ...again, expects: "0".repeat(39).concat("1") }, context)).resolves.toMatchObject({
      did: "nothing",
    });
  });
});
