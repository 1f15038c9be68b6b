import { beforeEach, expect, it, vi } from "vitest";
import { z } from "zod";
import { done, type Outcome, refuse } from "#lib/errors/outcome.ts";
import { operatorAction } from "./action.ts";

const sent = vi.hoisted(() => ({ origin: "", role: "" }));
vi.mock("server-only", () => ({}));
vi.mock("next/cache", () => ({ revalidatePath: () => {} }));
vi.mock("next/headers", () => ({ headers: async () => new Headers({ host: "localhost:3000", origin: sent.origin }) }));
vi.mock("./database.ts", () => ({ database: () => undefined }));
vi.mock("./session.ts", () => ({ currentSession: async () => done({ token: "t", role: sent.role }) }));

const act = vi.fn(async (): Promise<Outcome<string>> => done("done"));
const action = operatorAction("settings.change", z.object({ value: z.number("Give a number.") }), act);
beforeEach(() => Object.assign(sent, { origin: "http://localhost:3000", role: "admin" }));

it("a person is told what was wrong in this case, and no advice for agents and clients", async () => {
  act.mockResolvedValueOnce(refuse("not_found", "There is no such passkey."));
  expect(await action({ value: 1 })).toMatchObject({ code: "not_found", message: "There is no such passkey." });
  const unread = await action({ value: "x" as unknown as number });
  expect(unread).toMatchObject({ code: "malformed_request", message: "Give a number." });
});

it("a person is told what to do where only the table says what was wrong, also on the way to the action", async () => {
  act.mockRejectedValueOnce(Object.assign(new Error("locked"), { code: "55P03" }));
  expect(await action({ value: 1 })).toMatchObject({ message: expect.stringMatching(/Try again in a second\.$/) });
  sent.role = "viewer";
  expect(await action({ value: 1 })).toMatchObject({
    message: expect.stringMatching(/^This takes the role admin.* Ask someone/),
  });
  sent.origin = "https://evil.example";
  expect(await action({ value: 1 })).toMatchObject({
    message: expect.stringMatching(/Open the dashboard at its own address/),
  });
});
