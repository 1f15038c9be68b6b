import { afterEach, expect, it, vi } from "vitest";
import { done, refuse } from "#lib/errors/outcome.ts";
import { callAction } from "./call-action.ts";

afterEach(() => vi.restoreAllMocks());

it("hands on what the action answered, yes or no", async () => {
  expect(await callAction(async () => done(7))).toEqual(done(7));
  expect(await callAction(async () => refuse("busy"))).toEqual(refuse("busy"));
});

it("turns a lost answer into a refusal that does not claim that nothing was done", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const outcome = await callAction(() => Promise.reject(new TypeError("Failed to fetch")));
  expect(outcome).toMatchObject({ ok: false, message: expect.stringContaining("answer was lost") });
});

it("catches an action that throws before it is sent", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const outcome = await callAction(() => {
    throw new Error("no transport");
  });
  expect(outcome.ok).toBe(false);
});
