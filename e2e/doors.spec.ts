import { expect, test } from "playwright/test";

const gateway = process.env.AIRLOCK_E2E_GATEWAY;

test("the dashboard's door serves pages and knows nothing of the agents' routes", async ({ page, request }) => {
  await page.goto("/");
  await expect(page).toHaveURL(/\/sign-in/);
  expect((await request.post("/api/v1/invocations", { data: {} })).status()).toBe(404);
});

test("the agents' door asks for a key and serves no page from which anything could be approved", async ({
  request,
}) => {
  expect((await request.post(`${gateway}/api/v1/invocations`, { data: {} })).status()).toBe(401);
  for (const path of ["/", "/sign-in", "/approvals"]) {
    expect((await request.get(`${gateway}${path}`)).status()).toBe(404);
  }
});
