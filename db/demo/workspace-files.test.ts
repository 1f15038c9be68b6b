import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeAgent, makePerson } from "#db/testing/fixtures.ts";
import { createTestDatabase, type TestDatabase } from "#db/testing/test-database.ts";
import { writeDemoFiles } from "./workspace-files.ts";

let database: TestDatabase;
let home: string;
let scribe: string;
beforeAll(async () => {
  database = await createTestDatabase();
  home = mkdtempSync(join(tmpdir(), "airlock-demo-"));
  const { id } = await makePerson(database.admin, "operator");
  ({ id: scribe } = await makeAgent(database.admin, id));
  await database.admin`update agents.agents set name = 'scribe' where id = ${scribe}`;
  await makeAgent(database.admin, id);
});
afterAll(async () => {
  rmSync(home, { recursive: true });
  await database.drop();
});

describe("the demo's workspaces", () => {
  it("are as closed as those that a call makes: passable above, and each its agent's own", async () => {
    const workspaces = join(home, "workspaces");
    await writeDemoFiles(database.admin, workspaces);
    expect(statSync(workspaces).mode & 0o777).toBe(0o711);
    expect(readdirSync(workspaces)).toEqual([scribe]);
    expect(statSync(join(workspaces, scribe)).mode & 0o777).toBe(0o700);
  });

  it("are written once: what the agent did since stays", async () => {
    const note = join(home, "workspaces", scribe, "notes/week-46.md");
    expect(readFileSync(note, "utf8")).toContain("# Week 46");
    writeFileSync(note, "mine");
    await writeDemoFiles(database.admin, join(home, "workspaces"));
    expect(readFileSync(note, "utf8")).toBe("mine");
  });
});
