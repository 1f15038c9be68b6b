import { unstable_doesMiddlewareMatch } from "next/experimental/testing/server";
import { NextRequest } from "next/server";
import { afterEach, describe, expect, it, vi } from "vitest";
import { config, proxy } from "./proxy.ts";

const runsBefore = (url: string) => unstable_doesMiddlewareMatch({ config, url });

describe("the proxy", () => {
  it.each([
    "/",
    "/approvals",
    "/sign-in?next=/icon.svg",
    "/api/v1/invocations",
    "/icon.svgx",
    "/icon.svg/x",
    "/manifest.webmanifest.html",
    "/_next/staticx",
    "/_next/image",
    "/x/icon.svg",
  ])("runs before %s, so that it has its headers", (url) => {
    expect(runsBefore(url)).toBe(true);
  });

  it.each(["/_next/static/chunks/a.js", "/icon.svg", "/icon.svg?v=1", "/manifest.webmanifest"])(
    "leaves the built file %s alone",
    (url) => {
      expect(runsBefore(url)).toBe(false);
    },
  );

  describe("before an address of bytes that are no text", () => {
    afterEach(() => vi.unstubAllEnvs());
    const answer = (doors: string, path: string) => {
      vi.stubEnv("AIRLOCK_DOORS", doors);
      return proxy(new NextRequest(new URL(path, "http://localhost:3000")));
    };

    it.each(["/agents/%ff", "/registry/%", "/approvals/%c3%28"])("shows a person that nothing is at %s", (path) => {
      const response = answer("dashboard", path);
      expect(response.headers.get("x-middleware-rewrite")).toBe("http://localhost:3000/nothing-here");
      expect(response.headers.get("x-content-type-options")).toBe("nosniff");
    });

    it("answers an agent in the shape of every other error", async () => {
      const response = answer("gateway", "/api/v1/tools/%ff");
      expect(response.status).toBe(404);
      expect(await response.json()).toMatchObject({ error: { code: "not_found" } });
    });

    it("lets any text through, in whatever script", () => {
      expect(answer("dashboard", "/agents/%C3%A4").headers.get("x-middleware-next")).toBe("1");
      expect(answer("gateway", "/api/v1/tools/%E2%9C%93").headers.get("x-middleware-next")).toBe("1");
    });
  });
});
