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
