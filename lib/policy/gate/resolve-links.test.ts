import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ACCESS_GRANTS, type AccessGrant } from "#lib/policy/access-level.ts";
import type { ToolPolicy } from "#lib/policy/tool-policy.ts";
import { type LinkReader, linkOnDisk } from "./follow-links.ts";
import { gateArguments } from "./gate.ts";

let home: string;
let roots: { workspace: string; project: string };
beforeAll(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), "airlock-links-")));
  roots = { workspace: join(home, "w"), project: join(home, "p") };
  for (const folder of ["w/sub/deep", "p", "secret/deep"]) mkdirSync(join(home, folder), { recursive: true });
  for (const file of ["w/own", "secret/key", "p/code"]) writeFileSync(join(home, file), "x");
  const link = (target: string, name: string) => symlinkSync(target, join(roots.workspace, name));
  link("own", "inner");
  link("sub/../own", "inner-roundabout");
  link("/workspace/own", "inner-as-seen");
  link("/project/code", "to-project");
  link(join(home, "secret"), "out");
  link("../secret/key", "out-relative");
  link("out/key", "out-in-two");
  link("../secret/not-there-yet", "dangling-out");
  link("not-there-yet", "dangling-in");
  link("loop", "loop");
  link("/etc/passwd", "etc");
  link("/", "everything");
  link("../secret/deep", "sub/deep/far");
  link("../../../secret/deep", "sub/deep/really-far");
});
afterAll(() => rmSync(home, { recursive: true }));

const FILES: ToolPolicy = { filesystem: { read: ["${workspace}/**", "${project}/**"], write: ["${workspace}/**"] } };

function refusalOf(path: string, readLink?: LinkReader, policy = FILES, grant: AccessGrant = ACCESS_GRANTS.restricted) {
  const contract = { policy, gate: { paths: [{ at: "/path", access: "read" as const }] } };
  return gateArguments({ contract, input: { path }, grant, roots, readLink }).refusal?.message;
}

describe("a path whose way leads through links", () => {
  test.each([
    "out",
    "out/key",
    "/workspace/out/key",
    "out-relative",
    "out-in-two",
    "dangling-out",
    "etc",
    "everything/etc/passwd",
    "sub/deep/really-far",
    "sub/deep/really-far/../key",
    "out/deep/../key",
    "file:///workspace/out/key",
    "out%2fkey",
    "sub\\deep\\really-far",
  ])("%s leads out, and is said to where the files are", (path) => {
    // By its letters alone it lies inside …
    expect(refusalOf(path)).toBeUndefined();
    // … and with the links followed it does not.
    expect(refusalOf(path, linkOnDisk)).toMatch(/^ERROR: symlink target '.*' is outside the allowed roots$/);
  });

  test("the kernel agrees about those that it can follow", () => {
    for (const path of [
      "out/key",
      "out-relative",
      "out-in-two",
      "everything",
      "sub/deep/really-far/../key",
      "out/deep/../key",
    ]) {
      expect(realpathSync.native(`${roots.workspace}/${path}`).startsWith(`${roots.workspace}/`)).toBe(false);
    }
  });

  test.each([
    "own",
    "inner",
    "inner-roundabout",
    "inner-as-seen",
    "to-project",
    "dangling-in",
    "sub/../inner",
    "new/file",
    "own/x",
  ])("%s stays inside", (path) => expect(refusalOf(path, linkOnDisk)).toBeUndefined());

  test("the sentence names where it leads", () => {
    expect(refusalOf("etc", linkOnDisk)).toBe("ERROR: symlink target '/etc/passwd' is outside the allowed roots");
  });

  test("what cannot be told leads out: a loop, a link that nobody may read", () => {
    expect(refusalOf("loop", linkOnDisk)).toBe("ERROR: symlink target '/workspace/loop' is outside the allowed roots");
    expect(refusalOf("own", () => undefined)).toContain("symlink target");
    expect(refusalOf("sub/x", (path) => (path.endsWith("/sub") ? undefined : null))).toContain("symlink target");
  });

  test("a link to what the agent's level does not give leads out", () => {
    expect(refusalOf("to-project", linkOnDisk, FILES, ACCESS_GRANTS.sandboxed)).toContain("'/project/code'");
  });
});

describe("what is looked at", () => {
  function looks(path: string, links: Readonly<Record<string, string>> = {}): string[] {
    const looked: string[] = [];
    refusalOf(path, (place) => {
      looked.push(place.replace(home, ""));
      return links[place.replace(home, "")] ?? null;
    });
    return looked;
  }

  test("only the way below the roots, on this machine", () => {
    expect(looks("a/b")).toEqual(["/w/a", "/w/a/b"]);
    expect(looks("/project/x")).toEqual(["/p/x"]);
  });

  test("nothing behind a link that leads out, nor anything of a path that lies outside", () => {
    expect(looks("a/b/c", { "/w/a": "/etc" })).toEqual(["/w/a"]);
    expect(looks("/etc/passwd")).toEqual([]);
  });

  test("a chain that does not end is given up", () => {
    const looked: string[] = [];
    expect(refusalOf("a", (path) => `b${looked.push(path)}`)).toContain("symlink target");
    expect(looked).toHaveLength(41);
  });

  test("a directory that the policy names is the operator's, also behind a link", () => {
    const data = join(home, "data");
    symlinkSync(join(home, "secret"), data);
    const policy = { filesystem: { read: [`${data}/**`] } };
    expect(refusalOf(`${data}/key`, linkOnDisk, policy, ACCESS_GRANTS.elevated)).toBeUndefined();
  });
});
