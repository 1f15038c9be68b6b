import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { AccessGrant } from "#lib/policy/access-level.ts";
import type { ToolPolicy } from "#lib/policy/tool-policy.ts";
import { secureDirectly } from "#lib/sandbox/egress/dial.ts";
import { PUBLIC_ADDRESS } from "#lib/sandbox/egress/local-world.fixture.ts";
import { TEST_CERTIFICATE } from "#lib/sandbox/egress/test-certificate.fixture.ts";
import { bundleOf, type Ground, openGround, outcomeOf } from "#lib/sandbox/hostile.fixture.ts";
import type { ToolKind } from "#lib/sandbox/meet-level.ts";
import type { SandboxResult } from "#lib/sandbox/result.ts";
import { serveRepositories } from "#lib/tools/git-clone/git-server.fixture.ts";

/**
 * For the tests of what an access level stops. There is no gate in front: plans are made and run as the dispatcher makes
 * and runs them, for tools that reach for things by themselves. Everything outside is on this machine: `api.test` is a
 * git server that takes pushes, every other name a web page.
 */
export interface LevelWorld {
  readonly ground: Ground;
  readonly workspace: string;
  readonly project: string;
  /** A directory of the host that is neither. */
  readonly elsewhere: string;
  /** Addresses that were dialled for a sandbox. */
  readonly dialled: string[];
  /** A port of the machine's own loopback, which only a program outside can reach. */
  readonly port: number;
  /** The commit that the server's repository is at. */
  head(): string;
  close(): Promise<void>;
}

export interface Trial extends ToolKind {
  readonly policy: ToolPolicy;
  readonly grant: AccessGrant;
}

export async function openLevelWorld(): Promise<LevelWorld> {
  const site = mkdtempSync(join(tmpdir(), "airlock-levels-"));
  const repository = makeRepository(site);
  const forge = await serveRepositories(site);
  const web = createServer((_request, response) => response.end("a page")).listen(0, "127.0.0.1");
  await once(web, "listening");
  const { port } = web.address() as AddressInfo;
  const dialled: string[] = [];
  const ground = await openGround({
    egress: {
      resolve: async () => [PUBLIC_ADDRESS],
      ownAddresses: () => [],
      dial: async (target) => {
        dialled.push(`${target.address}:${target.port}`);
        const socket = connect(target.port === 443 ? forge.port : port, "127.0.0.1");
        await once(socket, "connect");
        return socket;
      },
      secure: (socket, host, signal) => secureDirectly(socket, host, { signal, authorities: TEST_CERTIFICATE }),
    },
  });
  const [workspace, project, elsewhere] = ["workspace", "project", "elsewhere"].map((name) => {
    const path = join(ground.directory, name);
    mkdirSync(path);
    writeFileSync(join(path, "file"), `of ${name}`);
    return path;
  }) as [string, string, string];
  writeFileSync(join(workspace, "ca.pem"), TEST_CERTIFICATE);
  return {
    ...{ ground, workspace, project, elsewhere, dialled, port },
    head: () => execFileSync("git", ["rev-parse", "main"], { cwd: repository, encoding: "utf8" }).trim(),
    async close() {
      await ground.close();
      await forge.close();
      web.close();
      web.closeAllConnections();
      rmSync(site, { recursive: true, force: true });
    },
  };
}

function makeRepository(site: string): string {
  const work = join(site, "work");
  const bare = join(site, "repo.git");
  mkdirSync(work);
  const git = (...args: string[]): void =>
    void execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@test", ...args], { cwd: work, stdio: "ignore" });
  git("init", "-q", "-b", "main");
  git("commit", "-q", "--allow-empty", "-m", "one");
  git("clone", "-q", "--bare", ".", bare);
  git("-C", bare, "config", "http.receivepack", "true");
  return bare;
}

export async function runCommand(world: LevelWorld, trial: Trial, argv: readonly string[]): Promise<SandboxResult> {
  const plan = world.ground.runtime.plan({ ...trial, roots: world, command: { kind: "argv", argv: [...argv] } });
  if (!plan.ok) throw new Error(plan.message);
  return await world.ground.runtime.run(plan.value, {});
}

/** What the body of `async (input) => …` came to. */
export async function runBody(world: LevelWorld, trial: Trial, body: string, input: unknown = null): Promise<unknown> {
  return await runCode(world, trial, bundleOf(body), input);
}

export async function runCode(world: LevelWorld, trial: Trial, code: string, input: unknown): Promise<unknown> {
  const sha256 = createHash("sha256").update(code).digest("hex");
  const bundlePath = join(world.ground.directory, `${sha256.slice(0, 16)}.mjs`);
  writeFileSync(bundlePath, code);
  const plan = world.ground.runtime.plan({ ...trial, roots: world, command: { kind: "bundle", sha256 } });
  if (!plan.ok) throw new Error(plan.message);
  const stdin = JSON.stringify({ input, context: { idempotencyKey: "k" } });
  return outcomeOf(await world.ground.runtime.run(plan.value, { stdin, bundlePath }));
}
