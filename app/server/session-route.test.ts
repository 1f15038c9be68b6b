import { beforeEach, expect, it, vi } from "vitest";
import { done } from "#lib/errors/outcome.ts";
import { sessionRoute } from "./session-route.ts";

vi.mock("server-only", () => ({}));
vi.mock("./database.ts", () => ({ database: () => undefined }));
vi.mock("./session.ts", () => ({ watchingSession: async () => done({ token: "t", role: "viewer" }) }));

const read = vi.fn(async () => done("answered"));
const route = sessionRoute(read);
const ask = async (method: string, origin?: string) => {
  const headers = { host: "localhost:3000", ...(origin ? { origin } : {}) };
  const request = new Request("http://localhost:3000/api/cleaning/try", { method, headers });
  return (await route(request, { params: Promise.resolve({}) })).status;
};
beforeEach(() => void read.mockClear());

it("a question that a page at another port posts with the person's cookie is refused before any work", async () => {
  for (const origin of ["http://localhost:5173", "https://evil.example", "null", undefined]) {
    expect(await ask("POST", origin), String(origin)).toBe(403);
  }
  expect(read).not.toHaveBeenCalled();
});

it("control: a page of ours is answered, and what is only read needs no origin", async () => {
  expect(await ask("POST", "http://localhost:3000")).toBe(200);
  expect(await ask("GET")).toBe(200);
});
