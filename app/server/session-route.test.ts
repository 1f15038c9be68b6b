import { beforeEach, expect, it, vi } from "vitest";
import { done, type Outcome, refuse } from "#lib/errors/outcome.ts";
import { sessionRoute } from "./session-route.ts";

vi.mock("server-only", () => ({}));
vi.mock("./database.ts", () => ({ database: () => undefined }));
vi.mock("./session.ts", () => ({ watchingSession: async () => done({ token: "t", role: "viewer" }) }));

const read = vi.fn(async (): Promise<Outcome<string>> => done("answered"));
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

it("what a question refuses is told in the words of its case, without advice for whoever sends JSON", async () => {
  const messageOf = async (refusal: Outcome<never>) => {
    read.mockResolvedValueOnce(refusal);
    const response = await route(new Request("http://localhost:3000/api/approvals"), { params: Promise.resolve({}) });
    return ((await response.json()) as { error: { message: string } }).error.message;
  };
  expect(await messageOf(refuse("invalid_input", "Look for a text of 4 to 500 characters."))).toBe(
    "Look for a text of 4 to 500 characters.",
  );
  expect(await messageOf(refuse("rate_limited", "4 rehearsals are under way."))).toBe("4 rehearsals are under way.");
  expect(await messageOf(refuse("busy"))).toBe("Someone else is deciding this at this moment. Try again in a second.");
});
