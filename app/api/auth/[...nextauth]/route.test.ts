import { beforeEach, expect, it, vi } from "vitest";
import { POST } from "./route.ts";

const { next } = vi.hoisted(() => ({ next: vi.fn() }));
vi.mock("server-only", () => ({}));
vi.mock("next-auth", () => ({ default: () => next }));
vi.mock("#app/server/auth-options.ts", () => ({ authOptions: () => ({}) }));
vi.mock("#app/server/session.ts", () => ({}));
vi.mock("#app/server/database.ts", () => ({}));

beforeEach(() => void next.mockReset().mockImplementation(async () => new Response(null)));

const sent = (origin?: string) => {
  const headers = { host: "localhost:3000", ...(origin ? { origin } : {}) };
  const request = new Request("http://localhost:3000/api/auth/callback/credentials", { method: "POST", headers });
  return POST(request, { params: Promise.resolve({ nextauth: ["callback", "credentials"] }) });
};

it("a page at another port signs nobody in or out, whatever cookies it wrote before", async () => {
  for (const origin of ["http://localhost:5173", "https://evil.example", "null", undefined]) {
    expect((await sent(origin)).status, String(origin)).toBe(403);
  }
  expect(next).not.toHaveBeenCalled();
});

it("control: our own page does", async () => {
  expect((await sent("http://localhost:3000")).status).toBe(200);
});

it("what cannot be read is refused, and what is a bug is not hidden", async () => {
  next.mockRejectedValueOnce(new SyntaxError("Unexpected token"));
  expect((await sent("http://localhost:3000")).status).toBe(400);
  next.mockRejectedValueOnce(new Error("a bug"));
  await expect(sent("http://localhost:3000")).rejects.toThrow("a bug");
});
