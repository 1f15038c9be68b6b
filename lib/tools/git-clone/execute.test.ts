import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { readdir, readFile, symlink } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { TEST_CERTIFICATE } from "#lib/sandbox/egress/test-certificate.fixture.ts";
import { makeRepository, plainGit } from "../git/repository.fixture.ts";
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
