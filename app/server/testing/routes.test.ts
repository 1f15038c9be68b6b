import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { OPERATIONS } from "#lib/gateway/openapi/operations.ts";

const ROUTES = join(import.meta.dirname, "..", "..", "api", "v1");

test("every route of the agents' door is in the document, and everything in the document has a route", () => {
  const served = readdirSync(ROUTES, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith("route.ts"))
    .flatMap((file) => {
      const path = `/${file.replace(/\/route\.ts$/, "")}`.replaceAll("[", "{").replaceAll("]", "}");
      const source = readFileSync(join(ROUTES, file), "utf8");
      return [...source.matchAll(/export (?:async )?function (GET|POST|PUT|PATCH|DELETE)\b/g)].map(
        ([, method]) => `${method} ${path}`,
      );
    });
  const told = OPERATIONS.map(({ method, path }) => `${method.toUpperCase()} ${path}`);
  expect(existsSync(ROUTES)).toBe(true);
  expect(new Set(told)).toEqual(new Set(served));
  expect(new Set(OPERATIONS.map(({ id }) => id)).size, "each has a name of its own").toBe(OPERATIONS.length);
});
