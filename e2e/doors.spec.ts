import { expect } from "playwright/test";
import { gatewayUrl } from "./demo.ts";
import { test } from "./installation.ts";

test("the dashboard's door serves pages and knows nothing of the agents' routes", async ({ page, request }) => {
  await page.goto("/");
  await expect(page).toHaveURL(/\/sign-in/);
  expect((await request.post("/api/v1/invocations", { data: {} })).status()).toBe(404);
});

test("the agents' door asks for a key and serves no page from which anything could be approved", async ({
  request,
}) => {
  expect((await request.post(`${gatewayUrl()}/api/v1/invocations`, { data: {} })).status()).toBe(401);
  for (const path of ["/", "/sign-in", "/approvals"]) {
    expect((await request.get(`${gatewayUrl()}${path}`)).status()).toBe(404);
  }
});

test("the agents' door answers an address that it does not have with an error and never with a page", async ({
  request,
}) => {
  for (const path of ["/api/v1", "/api/v1/invocation", "/api/v1/tools/read_file/x", "/mcp/x", "/healthz/x"]) {
    const answers = await Promise.all([
      request.get(`${gatewayUrl()}${path}`),
      request.post(`${gatewayUrl()}${path}`, { data: "[]", headers: { "Next-Action": "0".repeat(42) } }),
    ]);
    for (const answer of answers) {
      expect(answer.status()).toBe(404);
      expect(await answer.json()).toMatchObject({ error: { code: "not_found" } });
    }
  }
});

test("an address of bytes that are no text leads nowhere at either door, and is answered with our headers", async ({
  request,
}) => {
  for (const path of ["/agents/%ff", "/registry/%c3%28", `${gatewayUrl()}/api/v1/tools/%ff`]) {
    const answer = await request.get(path);
    expect(answer.status(), path).toBe(404);
    expect(answer.headers()["x-content-type-options"], path).toBe("nosniff");
  }
});
