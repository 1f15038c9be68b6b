import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { EGRESS_CLASSES, SAFETY_CLASSES } from "#lib/policy/vocabulary.ts";
import { admitNetwork, raiseClasses } from "./raise-classes.ts";
import { suggestClasses } from "./suggest-classes.ts";

describe("a server's hints", () => {
  test("never make a tool less grave than it was declared, whatever they are", () => {
    const hint = fc.oneof(fc.boolean(), fc.jsonValue());
    const annotations = fc.record(
      { readOnlyHint: hint, destructiveHint: hint, openWorldHint: hint, idempotentHint: hint },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(
        fc.constantFrom(...SAFETY_CLASSES),
        fc.constantFrom(...EGRESS_CLASSES),
        fc.oneof(annotations, fc.jsonValue()),
        (safetyClass, egressClass, hints) => {
          const raised = raiseClasses({ safetyClass, egressClass }, hints);
          expect(SAFETY_CLASSES.indexOf(raised.safetyClass)).toBeGreaterThanOrEqual(
            SAFETY_CLASSES.indexOf(safetyClass),
          );
          expect(EGRESS_CLASSES.indexOf(raised.egressClass)).toBeGreaterThanOrEqual(
            EGRESS_CLASSES.indexOf(egressClass),
          );
        },
      ),
    );
  });

  test.each([
    [{ readOnlyHint: false }, "write", "write"],
    [{ destructiveHint: true, readOnlyHint: true }, "write", "write"],
    [{ openWorldHint: true }, "network", "read_only"],
    [{ openWorldHint: true, destructiveHint: true }, "write", "write"],
    [{ readOnlyHint: true, destructiveHint: false, openWorldHint: false }, "read", "none"],
    [undefined, "read", "none"],
  ] as const)("%j makes a harmless tool %s with egress %s", (hints, safetyClass, egressClass) => {
    const harmless = { safetyClass: "read", egressClass: "none" } as const;
    expect(raiseClasses(harmless, hints)).toEqual({ safetyClass, egressClass });
  });
});

test("a server that has a network has no tool from which nothing leaves", () => {
  expect(admitNetwork("none", { mode: "allowlist", hosts: ["a.example:443"] })).toBe("read_only");
  expect(admitNetwork("none", { mode: "open" })).toBe("read_only");
  expect(admitNetwork("none", { mode: "none" })).toBe("none");
  expect(admitNetwork("write", { mode: "open" })).toBe("write");
});

test.each([
  ["read_text_file", {}, "read"],
  ["listDirectory", {}, "read"],
  ["write_file", {}, "write"],
  ["get_page", { url: { type: "string" } }, "network"],
  ["transfer-funds", {}, "financial"],
  ["run_command", {}, "privileged"],
  ["list_and_delete_all", {}, "write"],
  ["frobnicate", {}, "write"],
])("%s is suggested as %s", (name, properties, safetyClass) => {
  const suggested = suggestClasses({ name, inputSchema: { type: "object", properties } });
  expect(suggested.safetyClass).toBe(safetyClass);
  expect(suggested.reasons.length).toBeGreaterThan(0);
});
