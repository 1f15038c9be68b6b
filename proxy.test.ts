import { unstable_doesMiddlewareMatch } from "next/experimental/testing/server";
import { describe, expect, it } from "vitest";
import { config } from "./proxy.ts";

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
});
