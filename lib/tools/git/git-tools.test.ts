import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { output as branchOutput } from "../git-branch/contract.ts";
import { execute as gitBranch } from "../git-branch/execute.ts";
import { output as commitOutput } from "../git-commit/contract.ts";
import { execute as gitCommit } from "../git-commit/execute.ts";
import { output as diffOutput } from "../git-diff/contract.ts";
import { execute as gitDiff } from "../git-diff/execute.ts";
import { output as logOutput } from "../git-log/contract.ts";
import { execute as gitLog } from "../git-log/execute.ts";
import { context, testWorkspace } from "../workspace.fixture.ts";
import { makeRepository, plainGit } from "./repository.fixture.ts";

const workspace = testWorkspace();
const repository = "repo";

describe("the git tools", () => {
  test("git_log lists commits, newest first, and branches", async () => {
    const directory = makeRepository(workspace);
    workspace.put("repo/b.txt", "x");
    plainGit(directory, "add", ".");
    plainGit(directory, "commit", "-q", "-m", "second\n\nwith a body");
    plainGit(directory, "branch", "side");
    const result = await gitLog({ repository }, context);
    expect(logOutput.parse(result)).toEqual(result);
    expect(result).toMatchObject({ branch: "main", branches: ["main", "side"], truncated: false });
    const [second, first] = result.commits;
    expect(second).toMatchObject({
      ...{ author: "Test", email: "test@example.com", subject: "second", body: "with a body" },
      ...{ date: "2026-01-02T03:04:05+00:00", parents: [first?.hash] },
    });
    expect(await gitLog({ repository, path: "b.txt" }, context)).toMatchObject({ commits: [{ subject: "second" }] });
    expect(await gitLog({ repository, maxCount: 1 }, context)).toMatchObject({
      commits: [{ subject: "second" }],
      truncated: true,
    });
    expect(await gitLog({ repository, revision: "HEAD~1" }, context)).toMatchObject({
      commits: [{ subject: "first" }],
    });
  });

  test("an empty repository has no commits, and gets its first", async () => {
    plainGit(workspace.path, "init", "-q", "-b", "main");
    expect(await gitLog({}, context)).toEqual({ branch: "main", branches: [], commits: [], truncated: false });
    workspace.put("a.txt", "x");
    expect(await gitCommit({ paths: ["a.txt"], message: "first" }, context)).toMatchObject({ branch: "main" });
    expect(plainGit(workspace.path, "status", "--porcelain")).toBe("");
  });

  test("git_commit leaves the files alone that a sparse checkout left out", async () => {
    const directory = makeRepository(workspace);
    workspace.put("repo/kept/a.txt", "x");
    workspace.put("repo/left/b.txt", "y");
    plainGit(directory, "add", ".");
    plainGit(directory, "commit", "-q", "-m", "second");
    plainGit(directory, "sparse-checkout", "set", "kept");
    workspace.put("repo/kept/a.txt", "changed");
    const result = await gitCommit({ repository, paths: ["."], message: "third" }, context);
    expect(result.files).toEqual(["kept/a.txt"]);
    expect(plainGit(directory, "ls-tree", "-r", "--name-only", "HEAD")).toContain("left/b.txt");
    expect(plainGit(directory, "status", "--porcelain")).toBe("");
  });

  test("git_diff shows changed and new files, and cuts a long patch", async () => {
    makeRepository(workspace);
    workspace.put("repo/a.txt", "one\ntwo\n");
    workspace.put("repo/new.txt", "x\n");
    const result = await gitDiff({ repository }, context);
    expect(diffOutput.parse(result)).toEqual(result);
    expect(result).toMatchObject({
      files: [{ path: "a.txt", added: 1, removed: 0 }],
      untracked: ["new.txt"],
      truncated: false,
    });
    expect(result.text).toContain("--- a/a.txt\n+++ b/a.txt\n@@ -1 +1,2 @@\n one\n+two\n");
    workspace.put("repo/a.txt", "long line\n".repeat(50_000));
    const cut = await gitDiff({ repository }, context);
    expect(cut).toMatchObject({ truncated: true });
    expect(cut.text).toHaveLength(262_144);
  });

  test("git_commit commits what is named, as the agent, and leaves what else is staged where it is", async () => {
    const directory = makeRepository(workspace);
    workspace.put("repo/staged.txt", "x\n");
    plainGit(directory, "add", "staged.txt");
    workspace.put("repo/a.txt", "two\n");
    workspace.put("repo/src/b.txt", "new\n");
    const call = { repository, paths: ["a.txt", "src"], message: "Say two\n" };
    const result = await gitCommit(call, context);
    expect(commitOutput.parse(result)).toEqual(result);
    expect(result).toMatchObject({ branch: "main", files: ["a.txt", "src/b.txt"], fileCount: 2 });
    expect(plainGit(directory, "show", "-s", "--format=%an <%ae>%n%cn%n%B", "HEAD").trim()).toBe(
      "agent agent-1 <agent-1@agents.airlock.invalid>\nagent agent-1\nSay two",
    );
    expect(plainGit(directory, "status", "--porcelain")).toBe("A  staged.txt\n");
    await expect(gitCommit(call, context)).rejects.toMatchObject({ code: "nothing_to_commit" });
  });

  test("git_commit takes out what was deleted and leaves out what is ignored", async () => {
    const directory = makeRepository(workspace);
    workspace.put("repo/.gitignore", "*.log\n");
    workspace.put("repo/x.log", "x");
    plainGit(directory, "mv", "a.txt", "b.txt");
    expect(await gitCommit({ repository, paths: ["."], message: "move" }, context)).toMatchObject({
      files: [".gitignore", "a.txt", "b.txt"],
    });
    expect(plainGit(directory, "ls-files")).toBe(".gitignore\nb.txt\n");
  });

  test("git_commit refuses in the middle of a merge", async () => {
    const directory = makeRepository(workspace);
    const head = plainGit(directory, "rev-parse", "HEAD");
    workspace.put("repo/.git/MERGE_HEAD", head);
    workspace.put("repo/a.txt", "two\n");
    await expect(gitCommit({ repository, paths: ["."], message: "x" }, context)).rejects.toMatchObject({
      code: "merge_under_way",
    });
  });

  test("git_branch makes, checks out and deletes; it never throws changes away", async () => {
    const directory = makeRepository(workspace);
    const created = await gitBranch({ repository, action: "create", name: "fix/typo" }, context);
    expect(branchOutput.parse(created)).toEqual(created);
    expect(created).toEqual({ branch: "main", commit: plainGit(directory, "rev-parse", "HEAD").trim() });
    expect(await gitBranch({ repository, action: "switch", name: "fix/typo" }, context)).toMatchObject({
      branch: "fix/typo",
    });
    workspace.put("repo/a.txt", "two\n");
    await gitCommit({ repository, paths: ["a.txt"], message: "two" }, context);
    workspace.put("repo/a.txt", "not committed\n");
    await expect(gitBranch({ repository, action: "switch", name: "main" }, context)).rejects.toThrow("overwritten");
    expect(readFileSync(join(directory, "a.txt"), "utf8")).toBe("not committed\n");
    plainGit(directory, "checkout", "-q", "a.txt");
    await gitBranch({ repository, action: "switch", name: "main" }, context);
    await expect(gitBranch({ repository, action: "delete", name: "fix/typo" }, context)).rejects.toThrow(
      "not fully merged",
    );
    await gitBranch({ repository, action: "create", name: "same" }, context);
    expect(await gitBranch({ repository, action: "delete", name: "same" }, context)).toEqual({ branch: "main" });
  });
});
