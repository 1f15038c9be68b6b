import { describe, expect, it } from "vitest";
import { isServed } from "./doors.ts";

describe("doors", () => {
  it("gives the dashboard its pages and not the agents' routes", () => {
    for (const path of ["/", "/approvals", "/api/auth/csrf", "/api/live", "/healthz"])
      expect(isServed("dashboard", path)).toBe(true);
    for (const path of ["/api/v1", "/api/v1/invocations", "/mcp"]) expect(isServed("dashboard", path)).toBe(false);
  });

  it("gives the gateway the agents' routes and no page", () => {
    for (const path of ["/api/v1/invocations", "/mcp", "/healthz"]) expect(isServed("gateway", path)).toBe(true);
    for (const path of [
      "/",
      "/approvals",
      "/sign-in",
      "/api/auth/csrf",
      "/api/live",
      "/api/v10",
      "/mcp2",
      "/healthz/x",
    ])
      expect(isServed("gateway", path)).toBe(false);
  });

  it("serves nothing but health when no door is named", () => {
    for (const doors of [undefined, "", "dashbord"]) {
      expect(isServed(doors, "/healthz")).toBe(true);
      expect(isServed(doors, "/approvals")).toBe(false);
      expect(isServed(doors, "/api/v1/invocations")).toBe(false);
    }
  });
});
