import { readdirSync } from "node:fs";
import { join } from "node:path";
import { NextRequest } from "next/server";
import { afterEach, describe, expect, it, vi } from "vitest";
import * as api from "#app/api/v1/[[...path]]/route.ts";
import * as mcp from "#app/mcp/[...path]/route.ts";
import { PROJECT_ROOT } from "#lib/environment/home.ts";
import { proxy } from "#proxy.ts";
import { isServed } from "./doors.ts";

const METHODS = ["DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT"] as const;
const THE_SHAPE = { error: { code: "not_found", message: expect.stringContaining("gateway"), details: {} } };

afterEach(() => void vi.unstubAllEnvs());

describe("an address that is not there", () => {
  it.each(METHODS)("is answered to %s below /api/v1 and /mcp in the shape of every error", async (method) => {
    for (const { [method]: answerTo } of [{ ...api }, { ...mcp }]) {
      const answer = answerTo();
      expect(answer.status).toBe(404);
      expect(await answer.json()).toEqual(THE_SHAPE);
    }
  });

  it("is answered the same at the wrong door", async () => {
    vi.stubEnv("AIRLOCK_DOORS", "dashboard");
    const answer = proxy(new NextRequest("http://localhost:3000/api/v1/invocations"));
    expect(answer.status).toBe(404);
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
    expect(await answer.json()).toEqual(THE_SHAPE);
  });

  it("never reaches a page at the agents' door", () => {
    const pages = readdirSync(join(PROJECT_ROOT, "app"), { recursive: true, encoding: "utf8" })
      .filter((path) => /(^|\/)page\.tsx$/.test(path))
      .map((path) => `/${path.replace(/(^|\/)page\.tsx$/, "").replaceAll(/\([^)]*\)\/?/g, "")}`);
    expect(pages.length).toBeGreaterThan(20);
    expect(pages.filter((path) => isServed("gateway", path))).toEqual([]);
  });
});
