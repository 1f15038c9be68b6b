import { execFile } from "node:child_process";
import { appendFileSync, copyFileSync, mkdirSync, readdirSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { readdir, readFile, rm, symlink } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { TEST_CERTIFICATE } from "#lib/sandbox/egress/test-certificate.fixture.ts";
import { makeRepository, plainGit, setTraps, type Traps } from "../git/repository.fixture.ts";
import { runGit } from "../git/run-git.ts";
import { context, testWorkspace } from "../workspace.fixture.ts";
import { output } from "./contract.ts";
import { execute } from "./execute.ts";
import { type GitServer, serveRepositories } from "./git-server.fixture.ts";

const workspace = testWorkspace();
const url = "https://api.test/b";
let server: GitServer;

beforeEach(async () => {
  server = await serveRepositories(workspace.outside);
  const certificate = join(workspace.outside, "certificate.pem");
  writeFileSync(certificate, TEST_CERTIFICATE);
  // As the sandbox sets the one and an installation's secret the other.
  vi.stubEnv("HTTPS_PROXY", server.proxy);
  vi.stubEnv("https_proxy", server.proxy);
  vi.stubEnv("GIT_SSL_CAINFO", certificate);
  const { outside } = workspace;
  const origin = makeRepository(
    { ...workspace, path: outside, put: (name, content) => put(outside, name, content) },
    "b",
  );
  put(outside, "b/a.txt", "two\n");
  put(outside, "b/.gitmodules", '[submodule "sub"]\n path = sub\n url = https://elsewhere.test/sub\n');
  plainGit(origin, "add", ".");
  const commit = plainGit(origin, "rev-parse", "HEAD").trim();
  plainGit(origin, "update-index", "--add", "--cacheinfo", `160000,${commit},sub`);
  plainGit(origin, "commit", "-q", "-m", "second");
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await server.close();
});

function put(folder: string, name: string, content: string | Uint8Array): string {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
}

/** What a call that may write in the workspace would leave in a repository that is about to be checked out. */
function spoil(draft: string, traps: Traps): void {
  mkdirSync(join(draft, ".git/info"), { recursive: true });
  const smudge = `[filter "own"]\n smudge = ${traps.program("smudge", true)}\n`;
  appendFileSync(join(draft, ".git/config"), smudge);
  writeFileSync(join(draft, ".git/config.worktree"), smudge);
  writeFileSync(join(draft, ".git/info/attributes"), "* filter=own\n");
  mkdirSync(join(draft, ".git/hooks"));
  copyFileSync(traps.program("hook"), join(draft, ".git/hooks/post-checkout"));
}

describe("git_clone", () => {
  test("clones one commit of a branch through the proxy, and no submodule", async () => {
    const result = await execute({ url }, context);
    expect(output.parse(result)).toEqual(result);
    const path = join(workspace.path, "b");
    expect(result).toMatchObject({ path, url, branch: "main" });
    expect(await readFile(join(path, "a.txt"), "utf8")).toBe("two\n");
    expect(plainGit(path, "log", "--format=%s")).toBe("second\n");
    expect(await readdir(join(path, ".git/hooks")).catch(() => [])).toEqual([]);
    expect(new Set(server.asked)).toEqual(new Set(["api.test:443"]));
    expect(await readdir(workspace.path)).toEqual(["b"]);
    await expect(execute({ url }, context)).rejects.toMatchObject({ code: "destination_taken" });
  });

  test("a folder of its own choice, made with the ones above it, but through no link and not outside", async () => {
    expect(await execute({ url, destination: "x/y", depth: 2 }, context)).toMatchObject({
      path: join(workspace.path, "x/y"),
    });
    await symlink(workspace.outside, join(workspace.path, "out"));
    for (const destination of ["out/clone", "../outside/clone", ".", "/project/clone"]) {
      await expect(execute({ url, destination }, context), destination).rejects.toThrow(/link|outside|below/);
    }
    expect(await readdir(workspace.outside)).not.toContain("clone");
  });

  test("leaves nothing of a clone that is too large, fails, or is redirected", async () => {
    put(workspace.outside, "b/large", Buffer.alloc(1_200_000, "x"));
    plainGit(join(workspace.outside, "b"), "add", "large");
    plainGit(join(workspace.outside, "b"), "commit", "-q", "-m", "large");
    await expect(execute({ url, maxMb: 1 }, context)).rejects.toMatchObject({ code: "too_large" });
    await expect(execute({ url: "https://api.test/none" }, context)).rejects.toMatchObject({ code: "git_failed" });
    await expect(execute({ url, branch: "none" }, context)).rejects.toMatchObject({ code: "git_failed" });
    await expect(execute({ url: "https://api.test/moved/b" }, context)).rejects.toMatchObject({ code: "git_failed" });
    expect(await readdir(workspace.path)).toEqual([]);
    const trusted = `http.sslCAInfo=${join(workspace.outside, "certificate.pem")}`;
    await promisify(execFile)("git", ["-c", trusted, "clone", "-q", "https://api.test/moved/b"], {
      cwd: workspace.path,
    });
    expect(await readdir(workspace.path), "control: plain git follows").toEqual(["b"]);
  });

  test("runs nothing that another call writes into the draft while git fetches", async () => {
    const traps = setTraps(workspace);
    const origin = join(workspace.outside, "b");
    put(workspace.outside, "b/.gitattributes", "* filter=own\n");
    plainGit(origin, "add", ".gitattributes");
    plainGit(origin, "commit", "-q", "-m", "attributes");
    const spoilt: string[] = [];
    const spoilAll = () => {
      for (const draft of readdirSync(workspace.path)) {
        spoilt.push(draft);
        spoil(join(workspace.path, draft), traps);
      }
    };
    server.beforePack = spoilAll;
    expect(await execute({ url }, context)).toMatchObject({ branch: "main" });
    expect(spoilt, "the draft was there to be written in").toHaveLength(1);
    expect(traps.sprung()).toEqual([]);
    const path = join(workspace.path, "b");
    expect(await readFile(join(path, "a.txt"), "utf8")).toBe("two\n");
    expect(await readFile(join(path, ".git/config"), "utf8")).not.toContain("filter");
    expect(plainGit(path, "status", "--porcelain")).toBe("");

    // The control: the same settings, and all of the clone where the other call can write.
    await rm(path, { recursive: true });
    server.beforePack = spoilAll;
    await runGit({
      ...{ directory: workspace.path, transports: ["https"], variables: {} },
      args: ["clone", "--quiet", "--template=", "--depth=1", "--end-of-options", url, join(workspace.path, "b")],
    });
    expect(traps.sprung(), "control: git reads its configuration again after it has fetched").toEqual(["smudge"]);
  });

  test("puts nothing through a link that another call makes of the draft's folder", async () => {
    server.beforePack = () => {
      const [draft = ""] = readdirSync(workspace.path);
      renameSync(join(workspace.path, draft, ".git"), join(workspace.outside, "taken"));
      symlinkSync(join(workspace.outside, "taken"), join(workspace.path, draft, ".git"));
    };
    await expect(execute({ url }, context)).rejects.toThrow("is a link");
    expect(readdirSync(join(workspace.outside, "taken"))).toEqual(["objects"]);
    expect(await readdir(workspace.path)).toEqual([]);
  });

  test("trusts no certificate that is not known, and asks nobody for a password", async () => {
    vi.stubEnv("GIT_SSL_CAINFO", undefined);
    await expect(execute({ url }, context)).rejects.toThrow(/certificate/i);
  });

  test("ssh takes a key and known hosts, and says so when there are none", async () => {
    for (const address of ["git@api.test:b", "ssh://git@api.test/b"]) {
      await expect(execute({ url: address }, context)).rejects.toMatchObject({ code: "ssh_not_configured" });
    }
  });

  test.each(["-x", "--upload-pack=id", "a..b"])("the branch %s is refused before git sees it", async (branch) => {
    await expect(execute({ url, branch }, context)).rejects.toMatchObject({ code: "bad_revision" });
    expect(server.asked).toEqual([]);
  });
});
